import { accountTag } from '../../shared/domain/access/key-tags.ts';
import { askSts, type Sts } from '../../shared/jobs/aws-call.ts';
import type { Credentials } from '../../shared/table/store/table.ts';

export interface SessionCredentials extends Credentials {
  readonly expiration: Date;
}

interface RoleOfPage {
  /** The role that may do what the page of one account does. */
  readonly roleArn: string;
}

/** AWS limits the sessions of a role that another role assumes to an hour. */
const seconds = 3600;

/** Credentials of a session whose tag names the account: the policy of the role binds everything to this tag. */
export async function assumeFor(
  { roleArn, ...sts }: Sts & RoleOfPage,
  account: string,
  now: number,
): Promise<SessionCredentials> {
  const asked = {
    Action: 'AssumeRole',
    RoleArn: roleArn,
    // STS takes two characters at least
    RoleSessionName: account.padEnd(2, '.'),
    DurationSeconds: String(seconds),
    'Tags.member.1.Key': accountTag,
    'Tags.member.1.Value': account,
  };
  const { status, text } = await askSts(sts, asked, now);
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
