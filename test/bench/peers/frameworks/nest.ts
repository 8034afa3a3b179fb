import 'reflect-metadata';
import { configure } from '@codegenie/serverless-express';
import { Controller, Get, Headers, Module, Query, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';
import { listClients } from '../handlers/usual.ts';

@Controller('clients')
class ClientsController {
  @Get()
  async list(@Headers('X-API-Key') apiKey: string, @Query() query: object, @Res() response: Response): Promise<void> {
    const { body, status, headers } = await listClients(apiKey, query);
    response.status(status).set(headers).send(body);
  }
}

@Module({ controllers: [ClientsController] })
class AppModule {}

const server = express();
const app = await NestFactory.create(AppModule, new ExpressAdapter(server), { logger: false });
await app.init();

export const handler = configure({ app: server });
