import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { describe, expect, it } from 'vitest';
import { eventSource, eventType } from '../../shared/jobs/events.ts';
import { root } from '../support/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = join(root, 'infra', 'examples');

describe.each(readdirSync(folder))('infra/examples/%s', (file) => {
  const stack = new Stack(new App({ outdir: temporaryFolder() }), 'Example');
  new CfnInclude(stack, 'Template', { templateFile: join(folder, file) });
  const template = Template.fromStack(stack);

  it('synthesizes, and its rule matches the events of one account and sends their text', () => {
    const [rule] = Object.values(template.findResources('AWS::Events::Rule'));
    const [target] = rule?.Properties.Targets ?? [];

    expect(rule?.Properties.EventPattern).toEqual({
      source: [eventSource],
      'detail-type': [eventType],
      detail: { customerId: [{ Ref: 'CustomerId' }] },
    });
    const text = target.InputTransformer?.InputPathsMap.text;
    // the function that mails gets the whole event, and SNS the text as it is, with its line ends
    const code = Object.values(template.findResources('AWS::Lambda::Function'))[0]?.Properties.Code.ZipFile;
    expect(text ?? /Message: (\w+)/.exec(code)?.[1]).toBe(text ? '$.detail.text' : 'text');
    if (target.InputTransformer) {
      expect(JSON.parse(target.InputTransformer.InputTemplate.replace('<text>', '"It fell."'))).toBeTypeOf('object');
    }
  });
});
