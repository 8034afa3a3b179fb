import type { Context, SQSEvent } from 'aws-lambda';
import { post } from '../../notices/send/post.ts';
import { optionalText, optionalUrl, readEnvironment, requiredText, url } from '../../shared/environment.ts';
import { lambdaLog, startLine } from '../../shared/log.ts';
import { create } from './handler.ts';
import { mailBySes, noMails } from './mail.ts';
import { laterBy, tellBy } from './queues.ts';

const environment = readEnvironment({
  /** The name of the stack. */
  DEPLOYMENT: requiredText,
  /** Its own queue, and that of the worker. */
  QUEUE_URL: url,
  OUTCOMES_URL: url,
  /** The address that mails come from, by SES, and its configuration set. */
  MAIL_FROM: optionalText,
  MAIL_SET: optionalText,
  COMMIT: optionalText,
  OPTIONS: optionalText,
  AWS_REGION: requiredText,
  AWS_ACCESS_KEY_ID: requiredText,
  AWS_SECRET_ACCESS_KEY: requiredText,
  AWS_SESSION_TOKEN: optionalText,
  // of emulators
  AWS_SERVICES_URL: optionalUrl,
});

const { AWS_REGION: region, MAIL_FROM: from, AWS_SERVICES_URL: services } = environment;
const credentials = async () => ({
  accessKeyId: environment.AWS_ACCESS_KEY_ID,
  secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
  ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
});
const aws = { region, credentials };
const ses = { ...aws, url: services ?? `https://email.${region}.amazonaws.com/` };
const { log, beginInvocation } = lambdaLog(environment.DEPLOYMENT, process.env.BUILD_ID ?? 'dev');

const deliver = create({
  clock: Date.now,
  post,
  mail: from ? mailBySes(ses, from, environment.MAIL_SET) : noMails,
  later: laterBy(aws, environment.QUEUE_URL),
  tell: tellBy(aws, environment.OUTCOMES_URL),
  log,
});
log(startLine(environment));

export const handler = (event: SQSEvent, context: Context): Promise<void> => {
  beginInvocation(context.awsRequestId);
  return deliver(event);
};
