import type { Delivery } from '../../notices/delivery.ts';
import { NoAnswer } from '../../notices/send/post.ts';
import { type ServiceAddress, signedPost } from '../../shared/jobs/aws-call.ts';

type Mail = (delivery: Delivery) => Promise<void>;

/** Mails by SES (API v2), with the headers by which programs of mail end them with one click. */
export function mailBySes(ses: ServiceAddress, from: string, configurationSet: string | undefined): Mail {
  const path = '/v2/email/outbound-emails';
  const call = handingOver(ses, { name: 'ses', path, contentType: 'application/json' });
  const data = (text = '') => ({ Data: text, Charset: 'UTF-8' });
  return ({ to, subject, text, html, unsubscribe }) => {
    const headers = unsubscribe && {
      Headers: [
        { Name: 'List-Unsubscribe', Value: `<${unsubscribe}>` },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ],
    };
    const Body = { Text: data(text), ...(html !== undefined && { Html: data(html) }) };
    return call(
      JSON.stringify({
        FromEmailAddress: from,
        // counts what bounces
        ConfigurationSetName: configurationSet,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: data(subject), Body, ...headers } },
      }),
    );
  };
}

/** SNS takes no more of a subject, and only these characters. */
const subjectOfSns = (subject = '') => subject.replaceAll(/[^ -~]/g, '?').slice(0, 99);

/** Publishes to the topic of notices: the subscription of an address has its notice as filter. */
export function mailBySns(sns: ServiceAddress, topic: string): Mail {
  const contentType = 'application/x-www-form-urlencoded';
  const call = handingOver(sns, { name: 'sns', contentType });
  return ({ accountId, noticeId, subject, text = '' }) => {
    const form = new URLSearchParams({
      Action: 'Publish',
      Version: '2010-03-31',
      TopicArn: topic,
      Subject: subjectOfSns(subject),
      Message: text,
    });
    for (const [at, [name, value]] of [['account', accountId] as const, ['notice', noticeId] as const].entries()) {
      const entry = `MessageAttributes.entry.${at + 1}`;
      form.append(`${entry}.Name`, name);
      form.append(`${entry}.Value.DataType`, 'String');
      form.append(`${entry}.Value.StringValue`, value);
    }
    return call(String(form));
  };
}

export const noMails: Mail = async () => {
  throw new NoAnswer('This deployment sends no mails.');
};

/** One attempt: the queue has the others. */
function handingOver(...service: Parameters<typeof signedPost>): (body: string) => Promise<void> {
  const post = signedPost(...service);
  return async (body) => {
    const status = await post(body).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status !== 200) throw new NoAnswer(`The mail service did not take the mail (${status ?? 'no answer'}).`);
  };
}
