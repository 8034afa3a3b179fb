import { awsCall, CallFailed, type ServiceAddress } from '../jobs/aws-call.ts';

/** The logins of people. Passwords and further factors are the pool's alone. */
export interface UserPool {
  /** The login of this address. A new one is mailed an invitation. */
  readonly loginOf: (email: string) => Promise<Login>;
  /** Mails the invitation once more: what it holds is valid for a week. */
  readonly inviteAgain: (email: string) => Promise<void>;
  /** No-op if there is no such login. */
  readonly remove: (id: string) => Promise<void>;
}

interface Login {
  readonly id: string;
  /** It existed, and nobody has signed in with it yet. */
  readonly isWaiting: boolean;
}

interface User {
  readonly Attributes?: readonly Attribute[];
  readonly UserAttributes?: readonly Attribute[];
  readonly UserStatus?: string;
}

interface Attribute {
  readonly Name: string;
  readonly Value: string;
}

/** The user pool of a deployment, whose names of users are addresses. */
export function cognitoPool(address: ServiceAddress, UserPoolId: string): UserPool {
  const call = <Output>(operation: string, ...answers: string[]) =>
    awsCall<Output>(address, 'cognito-idp', `AWSCognitoIdentityProviderService.${operation}`, undefined, answers);
  const create = call<{ readonly User: User }>('AdminCreateUser', 'UsernameExistsException');
  const read = call<User>('AdminGetUser');
  const remove = call<object>('AdminDeleteUser', 'UserNotFoundException');
  const mail = (Username: string) => ({ UserPoolId, Username, DesiredDeliveryMediums: ['EMAIL'] });
  return {
    loginOf: async (Username) => {
      const UserAttributes = [
        { Name: 'email', Value: Username },
        // the invitation goes to the address, so who answers it has it
        { Name: 'email_verified', Value: 'true' },
      ];
      try {
        const { User } = await create({ ...mail(Username), UserAttributes });
        return { id: idIn(User), isWaiting: false };
      } catch (error) {
        if (!is(error, 'UsernameExistsException')) throw error;
      }
      const user = await read({ UserPoolId, Username });
      return { id: idIn(user), isWaiting: user.UserStatus === 'FORCE_CHANGE_PASSWORD' };
    },
    inviteAgain: async (Username) => {
      await create({ ...mail(Username), MessageAction: 'RESEND' });
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

function idIn({ Attributes, UserAttributes = Attributes }: User): string {
  const id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!id) throw new Error('The user pool returned a login without an id.');
  return id;
}

function is(error: unknown, code: string): boolean {
  return error instanceof CallFailed && error.code === code;
}
