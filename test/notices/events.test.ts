import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { bodyOf } from '../../notices/events.ts';
import { root } from '../support/sources.ts';

const at = '2026-11-28T00:05:00.000Z';
const bodies = {
  'account.scored': bodyOf('account.scored', at, {
    day: '2026-11-28',
    score: 104.5,
    total: 79,
    levels: { highRisk: 4, mediumRisk: 20, lowRisk: 45, onTrack: 10 },
  }),
  'client.level_changed': bodyOf('client.level_changed', at, {
    clientId: 'c1',
    day: '2026-11-28',
    from: 'lowRisk',
    to: 'highRisk',
    score: 61,
  }),
  'client.left': bodyOf('client.left', at, { clientId: 'c1', name: 'Juniper Row', leftOn: '2026-11-27' }),
  'feed.late': bodyOf('feed.late', at, { feed: 'invoices', words: 'invoices: no new file' }),
};

it('the webhooks of openapi.json are what is sent', () => {
  const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'api', ...document });
  expect(Object.keys(document.webhooks).sort()).toEqual(Object.keys(bodies).sort());
  for (const [type, body] of Object.entries(bodies)) {
    const validate = ajv.compile({ $ref: `api#/webhooks/${type}/post/requestBody/content/application~1json/schema` });
    expect(validate(JSON.parse(body)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...JSON.parse(body), version: 2 })).toBe(false);
  }
});
