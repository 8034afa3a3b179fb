import type { APIGatewayProxyEvent } from 'aws-lambda';
import { readEnvironment, url } from '../../shared/environment.ts';
import { answer } from './handler.ts';

const { BASE_URL } = readEnvironment({ BASE_URL: url });

export const handler = (event: APIGatewayProxyEvent) => answer(BASE_URL, event);
