import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { escapeMarkup } from '../../shared/domain/markup.ts';

/** Names account and inviter in the mail with which Cognito invites a person; leaves its other mails as they are. */
export function nameInviter(event: CustomMessageTriggerEvent, pageUrl: string): CustomMessageTriggerEvent {
  const { accountName, by } = event.request.clientMetadata ?? {};
  if (event.triggerSource !== 'CustomMessage_AdminCreateUser' || !accountName || !by) return event;
  const { usernameParameter, codeParameter } = event.request;
  const words = [
    `${by} invites you to the account ${accountName}.`,
    `Sign in at ${pageUrl} as ${usernameParameter} with the password ${codeParameter} within seven days, choose a password of your own, and accept the invitation there.`,
    'If you do not know who invites you, do nothing: the invitation ends by itself.',
  ];
  return {
    ...event,
    response: {
      ...event.response,
      emailSubject: `${accountName.slice(0, 80)}: your access to client health`,
      emailMessage: words.map((text) => `<p>${escapeMarkup(text)}</p>`).join(''),
    },
  };
}
