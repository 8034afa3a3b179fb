import type { Delivery } from '../../notices/delivery.ts';
import { NoAnswer } from '../../notices/send/post.ts';
import { type ServiceAddress, signedPost } from '../../shared/jobs/aws-call.ts';

type Mail = (delivery: Delivery) => Promise<void>;

/** Mails by SES (API v2), with the headers by which programs of mail end them with one click. */
export function mailBySes(ses: ServiceAddress, from: string, configurationSet: string | undefined): Mail {
  const path = '/v2/email/outbound-emails';
  const post = signedPost(ses, { name: 'ses', path, contentType: 'application/json' });
  const data = (text = '') => ({ Data: text, Charset: 'UTF-8' });
  return async ({ to, subject, text, html, unsubscribe }) => {
    const headers = unsubscribe && {
      Headers: [
        { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ],
    };
    const Body = { Text: data(text), ...(html !== undefined && { Html: data(html) }) };
    const body = JSON.stringify({
      FromEmailAddress: from,
      // counts what bounces
      ConfigurationSetName: configurationSet,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: data(subject), Body, ...headers } },
    });
    // one attempt: the queue has the others
    const status = await post(body).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status !== 200) throw new NoAnswer(`The mail service did not take the mail (${status ?? 'no answer'}).`);
  };
}

export const noMails: Mail = async () => {
  throw new NoAnswer('This deployment sends no mails.');
};
