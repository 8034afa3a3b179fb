import { askSts, type Sts } from '../../../shared/jobs/aws-call.ts';

/**
 * Who runs the command, as AWS knows it: `Operators/ann` for the session ann of a role, `user/ann` for a user. A role
 * whose trust policy demands that the session is named after the source identity makes it nobody's choice.
 */
export async function callerName(sts: Sts, now: number): Promise<string> {
  const { status, text } = await askSts(sts, { Action: 'GetCallerIdentity' }, now);
  const name = /<Arn>arn:[^<]*:(?:assumed-role\/)?([^:<]+)<\/Arn>/.exec(text)?.[1];
  if (status !== 200 || name === undefined) throw new Error(`STS answered ${status} to who runs this command.`);
  return name;
}
