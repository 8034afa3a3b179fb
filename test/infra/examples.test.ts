import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { describe, expect, it } from 'vitest';
import { eventSource, eventType } from '../../shared/jobs/events.ts';
import { root } from '../support/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = join(root, 'infra', 'examples');

describe('an example', () => {
  const deployed = (file: string) => {
    const stack = new Stack(new App({ outdir: temporaryFolder() }), 'Example');
    new CfnInclude(stack, 'Template', { templateFile: join(folder, file) });
    const { Resources, Parameters } = Template.fromStack(stack).toJSON();
    const { AssumeRolePolicyDocument: trust, Policies } = Resources.Role.Properties;
    const { EventPattern, Targets } = Resources.Rule.Properties;
    expect(EventPattern).toEqual({
      source: [eventSource],
      'detail-type': [eventType],
      detail: { customerId: [{ Ref: 'CustomerId' }] },
    });
    const [target] = Targets;
    const may = [...trust.Statement, ...Policies[0].PolicyDocument.Statement].map(({ Principal, Action, Resource }) => [
      Principal?.Service ?? Resource,
      Action,
    ]);
    return { Resources, Parameters, target, may };
  };
  const arnOf = (id: string) => ({ 'Fn::GetAtt': `${id}.Arn` });

  it.each([
    [
      'slack',
      {
        text: 'Client health this morning',
        blocks: [
          {
            type: 'rich_text',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'It fell.' }] }],
          },
        ],
      },
    ],
    [
      'teams',
      {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              version: '1.4',
              body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'It fell.' }] }],
            },
          },
        ],
      },
    ],
  ])('posts what %s takes to the secret address, with a role that may do nothing else', (name, posted) => {
    const { Resources, Parameters, target, may } = deployed(`morning-${name}.yaml`);
    expect(target.InputTransformer.InputPathsMap.text).toBe('$.detail.text');
    expect(JSON.parse(target.InputTransformer.InputTemplate.replace('<text>', '"It fell."'))).toEqual(posted);
    expect(target).toMatchObject({ Arn: arnOf('Destination'), RoleArn: arnOf('Role') });
    expect(Resources.Destination.Properties).toMatchObject({
      HttpMethod: 'POST',
      InvocationEndpoint: { Ref: 'WebhookUrl' },
      ConnectionArn: arnOf('Connection'),
    });
    expect(Parameters.WebhookUrl).toEqual({ Type: 'String', NoEcho: true });
    expect(may).toEqual([
      ['events.amazonaws.com', 'sts:AssumeRole'],
      [arnOf('Destination'), 'events:InvokeApiDestination'],
    ]);
  });

  it('mails the text to the address, under the account and the day', async () => {
    const { Resources, target, may } = deployed('morning-email.yaml');
    const { Properties: mail } = Resources.Mail;
    const sent: unknown[] = [];
    class SNSClient {
      send = (command: unknown) => sent.push(command);
    }
    class PublishCommand {
      constructor(input: object) {
        Object.assign(this, input);
      }
    }
    const exports: { handler?: (event: object) => Promise<void> } = {};
    const scope = { exports, require: () => ({ SNSClient, PublishCommand }), process: { env: { TOPIC: 'arn' } } };
    runInNewContext(mail.Code.ZipFile, scope);
    await exports.handler?.({ detail: { customerId: 'acme', day: '2026-11-20', text: 'It fell.' } });

    expect(sent).toMatchObject([
      { TopicArn: 'arn', Subject: 'Client health of acme, 2026-11-20', Message: 'It fell.' },
    ]);
    expect(mail).toMatchObject({ Handler: 'index.handler', Environment: { Variables: { TOPIC: { Ref: 'Topic' } } } });
    expect(Resources.Topic.Properties.Subscription).toEqual([{ Protocol: 'email', Endpoint: { Ref: 'Email' } }]);
    expect(target.Arn).toEqual(arnOf('Mail'));
    expect(Resources.Permission.Properties).toEqual({
      Action: 'lambda:InvokeFunction',
      FunctionName: { Ref: 'Mail' },
      Principal: 'events.amazonaws.com',
      SourceArn: arnOf('Rule'),
    });
    expect(may).toEqual([
      ['lambda.amazonaws.com', 'sts:AssumeRole'],
      [{ Ref: 'Topic' }, 'sns:Publish'],
    ]);
  });
});
