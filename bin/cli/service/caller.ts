import { send } from '../../../shared/jobs/aws-call.ts';
import { signerFor } from '../../../shared/table/store/signer.ts';
import type { Credentials } from '../../../shared/table/store/table.ts';

interface Sts {
  readonly url: string;
  readonly region: string;
  readonly credentials: Credentials;
}

/**
 * Who runs the command, as AWS knows it: `Operators/ann` for the session ann of a role, `user/ann` for a user. A role
 * whose trust policy demands that the session is named after the source identity makes it nobody's choice.
 */
export async function callerName({ url, region, credentials }: Sts, now: number): Promise<string> {
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
  const sign = signerFor({ name: 'sts', region, host: new URL(url).host, contentType });
  const body = 'Action=GetCallerIdentity&Version=2011-06-15';
  const { status, text } = await send(url, sign({ body, time: now }, credentials), body);
  const name = /<Arn>arn:[^<]*:(?:assumed-role\/)?([^:<]+)<\/Arn>/.exec(text)?.[1];
  if (status !== 200 || name === undefined) throw new Error(`STS answered ${status} to who runs this command.`);
  return name;
}
