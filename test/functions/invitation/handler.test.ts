import { expect, it } from 'vitest';
import { nameInviter } from '../../../functions/invitation/handler.ts';
import type { MailWords } from '../../../shared/people/user-pool.ts';

const words: MailWords = { accountName: 'A & <b>Co</b>', by: 'ann@example.com' };
const mailed = (triggerSource: string, clientMetadata?: object) => {
  const request = {
    usernameParameter: '{username}',
    codeParameter: '{####}',
    ...(clientMetadata && { clientMetadata }),
  };
  return nameInviter({ triggerSource, request, response: {} } as never, 'https://api.example/v1/account').response;
};

it('the mail of an invitation names account and inviter, without their markup, and has what Cognito asks for', () => {
  expect(mailed('CustomMessage_AdminCreateUser', words)).toEqual({
    emailSubject: 'A & <b>Co</b>: your access to client health',
    emailMessage:
      '<p>ann@example.com invites you to the account A &#38; &#60;b&#62;Co&#60;/b&#62;.</p><p>Sign in at https://api.example/v1/account as {username} with the password {####} within seven days, choose a password of your own, and accept the invitation there.</p><p>If you do not know who invites you, do nothing: the invitation ends by itself.</p>',
  });
});

it('other mails of the pool, and logins that somebody makes in the console, keep their words', () => {
  expect(mailed('CustomMessage_ForgotPassword', words)).toEqual({});
  expect(mailed('CustomMessage_AdminCreateUser')).toEqual({});
});
