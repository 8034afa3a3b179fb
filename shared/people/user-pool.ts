import { awsCall, CallFailed, type ServiceAddress } from '../jobs/aws-call.ts';

/** The logins of people. Passwords and further factors are the pool's alone. */
export interface UserPool {
  readonly find: (email: string) => Promise<Login | undefined>;
  /** Makes a login and mails its first password. Returns its id; also of a login that somebody made at the same time. */
  readonly create: (email: string, words: MailWords) => Promise<string>;
  /** Mails a new first password: it is valid for a week. */
  readonly inviteAgain: (email: string, words: MailWords) => Promise<void>;
  /** Whether people sign in with their firm's own sign-in. Then the pool mails no passwords. */
  readonly isFirms: boolean;
  /** The firm's person of this address is this login, from the first sign-in on. No-op without a firm's own sign-in. */
  readonly link: (id: string, email: string) => Promise<void>;
  /** No-op if there is no such login. */
  readonly remove: (id: string) => Promise<void>;
}

interface Login {
  readonly id: string;
  /** Nobody has signed in with it yet. */
  readonly isWaiting: boolean;
}

/** What functions/invitation puts into the mail. */
export type MailWords = Readonly<Record<'accountName' | 'by', string>>;

interface User {
  readonly Attributes?: readonly Attribute[];
  readonly UserAttributes?: readonly Attribute[];
  readonly UserStatus?: string;
}

interface Attribute {
  readonly Name: string;
  readonly Value: string;
}

interface Pool {
  readonly userPoolId: string;
  /** The firm's own sign-in, as the pool calls it. */
  readonly provider?: string | undefined;
}

/** The user pool of a deployment, whose names of users are addresses. */
export function cognitoPool(address: ServiceAddress, { userPoolId: UserPoolId, provider }: Pool): UserPool {
  const call = <Output>(operation: string, ...answers: string[]) =>
    awsCall<Output>(address, 'cognito-idp', `AWSCognitoIdentityProviderService.${operation}`, undefined, answers);
  const create = call<{ readonly User: User }>('AdminCreateUser', 'UsernameExistsException');
  const read = call<User>('AdminGetUser', 'UserNotFoundException');
  const link = call<object>('AdminLinkProviderForUser');
  const remove = call<object>('AdminDeleteUser', 'UserNotFoundException');
  const mail = (Username: string, ClientMetadata: MailWords) => ({
    UserPoolId,
    Username,
    ...(provider === undefined ? { DesiredDeliveryMediums: ['EMAIL'] } : { MessageAction: 'SUPPRESS' }),
    ClientMetadata,
  });
  const find = async (Username: string) => {
    try {
      const user = await read({ UserPoolId, Username });
      return { id: idIn(user), isWaiting: user.UserStatus === 'FORCE_CHANGE_PASSWORD' };
    } catch (error) {
      if (is(error, 'UserNotFoundException')) return undefined;
      throw error;
    }
  };
  return {
    isFirms: provider !== undefined,
    link: async (id, email) => {
      if (provider === undefined) return;
      const { UserAttributes } = await read({ UserPoolId, Username: id });
      // by an invitation before this one
      if (UserAttributes?.some(({ Name, Value }) => Name === 'identities' && Value.includes(provider))) return;
      const SourceUser = { ProviderName: provider, ProviderAttributeName: 'email', ProviderAttributeValue: email };
      await link({ UserPoolId, SourceUser, DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: id } });
    },
    find,
    create: async (Username, words) => {
      const UserAttributes = [
        { Name: 'email', Value: Username },
        // the invitation goes to the address, so who answers it has it
        { Name: 'email_verified', Value: 'true' },
      ];
      try {
        return idIn((await create({ ...mail(Username, words), UserAttributes })).User);
      } catch (error) {
        const made = is(error, 'UsernameExistsException') ? await find(Username) : undefined;
        if (!made) throw error;
        return made.id;
      }
    },
    inviteAgain: async (Username, words) => {
      await create({ ...mail(Username, words), MessageAction: 'RESEND' });
    },
    remove: async (Username) => {
      try {
        await remove({ UserPoolId, Username });
      } catch (error) {
        if (!is(error, 'UserNotFoundException')) throw error;
      }
    },
  };
}

export interface PoolState {
  /** As Cognito estimates them. */
  readonly logins: number;
  readonly isProtected: boolean;
}

/** Whether the pool is there: without it nobody signs in, and no alarm rings. Undefined if the caller may not know. */
export async function poolState(address: ServiceAddress, UserPoolId: string): Promise<PoolState | 'gone' | undefined> {
  const target = 'AWSCognitoIdentityProviderService.DescribeUserPool';
  const answers = ['ResourceNotFoundException', 'AccessDeniedException'];
  interface Described {
    readonly UserPool: { readonly EstimatedNumberOfUsers?: number; readonly DeletionProtection?: string };
  }
  const describe = awsCall<Described>(address, 'cognito-idp', target, undefined, answers);
  try {
    const { EstimatedNumberOfUsers: logins = 0, DeletionProtection } = (await describe({ UserPoolId })).UserPool;
    return { logins, isProtected: DeletionProtection === 'ACTIVE' };
  } catch (error) {
    if (is(error, 'ResourceNotFoundException')) return 'gone';
    // a policy of an older deployment
    if (is(error, 'AccessDeniedException')) return undefined;
    throw error;
  }
}

function idIn({ Attributes, UserAttributes = Attributes }: User): string {
  const id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!id) throw new Error('The user pool returned a login without an id.');
  return id;
}

function is(error: unknown, code: string): boolean {
  return error instanceof CallFailed && error.code === code;
}
