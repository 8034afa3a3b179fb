import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { readEnvironment, url } from '../../shared/environment.ts';
import { nameInviter } from './handler.ts';

const { PAGE_URL } = readEnvironment({ PAGE_URL: url });

export const handler = async (event: CustomMessageTriggerEvent) => nameInviter(event, PAGE_URL);
