export { answer as handler } from './handler.ts';
