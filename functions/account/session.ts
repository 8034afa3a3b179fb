import { accountTag } from '../../shared/domain/access/key-tags.ts';
import { send } from '../../shared/jobs/aws-call.ts';
import { signerFor } from '../../shared/table/store/signer.ts';
import type { Credentials } from '../../shared/table/store/table.ts';

export interface SessionCredentials extends Credentials {
  readonly expiration: Date;
}

interface Sts {
  readonly url: string;
  readonly region: string;
  /** The role that may do what the page of one account does. */
  readonly roleArn: string;
  readonly credentials: Credentials;
}

/** AWS limits the sessions of a role that another role assumes to an hour. */
const seconds = 3600;

/** Credentials of a session whose tag names the account: the policy of the role binds everything to this tag. */
export async function assumeFor(
  { url, region, roleArn, credentials }: Sts,
  account: string,
  now: number,
): Promise<SessionCredentials> {
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8';
  const sign = signerFor({ name: 'sts', region, host: new URL(url).host, contentType });
  const form = new URLSearchParams({
    Action: 'AssumeRole',
    Version: '2011-06-15',
    RoleArn: roleArn,
    // STS takes two characters at least
    RoleSessionName: account.padEnd(2, '.'),
    DurationSeconds: String(seconds),
    'Tags.member.1.Key': accountTag,
    'Tags.member.1.Value': account,
  });
  const body = `${form}`;
  const { status, text } = await send(url, sign({ body, time: now }, credentials), body);
  const value = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1] ?? '';
  // the message may name the role, the code does not
  if (status !== 200) throw new Error(`STS answered ${status} ${value('Code')}.`);
  return {
    accessKeyId: value('AccessKeyId'),
    secretAccessKey: value('SecretAccessKey'),
    sessionToken: value('SessionToken'),
    expiration: new Date(value('Expiration')),
  };
}
