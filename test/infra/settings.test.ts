import { describe, expect, it } from 'vitest';
import { contextNames, settingsFrom } from '../../infra/settings.ts';
import { sourcesIn } from '../support/sources.ts';

const settings = (context: Record<string, string | boolean>) => settingsFrom(context, 'dist');
const certificateArn = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000';
const unknown = (name: string) =>
  `-c ${name}: there is no such option; the options are env, owner, domain, certificateArn, alarmEmail, alarmTopic, waf, createLogRole, morningNames, logDays, logReads, inbox, accountPage, mfa, passwordLength, threatProtection, mailFrom, samlMetadata, oidcIssuer, oidcClientId, groupsClaim, oidcSecretArn, kmsKeyArn, backupCopyTo, permissionsBoundary, tlsPolicy, requestsPerSecond, tableReadUnits, tableWriteUnits, workerConcurrency, apiConcurrency, accountConcurrency`;
const reserved = (all: number, most: number, quota: number) =>
  `-c workerConcurrency, -c apiConcurrency: ${all} would be reserved (apiConcurrency for each of 9 functions), but only ${most} of an account's ${quota} can be. If your quota is higher, add -c accountConcurrency=QUOTA`;

describe('the context of a deployment', () => {
  it.each([
    [{}, 'client-health-dev'],
    [{ env: 'dev', owner: 'anna' }, 'client-health-dev-anna'],
    [{ env: 'prod', alarmEmail: 'none' }, 'client-health-prod'],
    [{ env: 'prod', alarmTopic: 'arn:aws:sns:eu-west-1:123456789012:on-call' }, 'client-health-prod'],
  ])('%j names the stack %s', (context, name) => {
    expect(settings(context).stackName).toBe(name);
  });

  it.each([
    [{ env: 'stage' }, '-c env: must be dev or prod'],
    [{ owner: 'Anna Berg' }, '-c owner: must be 1 to 16 lower-case letters, digits or -, beginning with a letter'],
    [{ env: 'prod', owner: 'anna', alarmEmail: 'none' }, '-c owner: only a dev deployment has an owner'],
    [{ domain: 'https://api.example.com' }, '-c domain: must be a domain name in lower case'],
    [{ domain: 'api.example.com' }, '-c domain and -c certificateArn: need each other'],
    [
      { domain: 'api.example.com', certificateArn: 'arn:aws:iam::1:x' },
      '-c certificateArn: must be the ARN of an ACM certificate',
    ],
    [{ alarmEmail: 'ops' }, '-c alarmEmail: must be an e-mail address, or none'],
    [
      { env: 'prod' },
      '-c alarmEmail or -c alarmTopic: production needs one of them, so that alarms reach someone; -c alarmEmail=none if nobody is to be told',
    ],
    [{ alarmTopic: 'on-call' }, '-c alarmTopic: must be the ARN of an SNS topic that is not FIFO'],
    [{ waf: 'yes' }, '-c waf: must be true or false'],
    [{ createLogRole: '1' }, '-c createLogRole: must be true or false'],
    [
      { kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:alias/mine' },
      '-c kmsKeyArn: must be the ARN of a KMS key, not of an alias',
    ],
    [
      { backupCopyTo: 'arn:aws:dynamodb:eu-west-1:123456789012:table/x' },
      '-c backupCopyTo: must be the ARN of a backup vault, not of the default one',
    ],
    [
      { backupCopyTo: 'arn:aws:backup:eu-west-1:123456789012:backup-vault:Default' },
      '-c backupCopyTo: must be the ARN of a backup vault, not of the default one',
    ],
    [{ mfa: 'true' }, '-c mfa: must be optional or required'],
    [{ mailFrom: 'ops' }, '-c mailFrom: must be an e-mail address whose domain SES has verified in this Region'],
    [{ samlMetadata: 'http://login.example.com' }, '-c samlMetadata: must be an https address of SAML metadata'],
    [{ groupsClaim: 'groups' }, '-c groupsClaim: needs -c samlMetadata or -c oidcIssuer, whose groups it names'],
    [
      { oidcIssuer: 'https://login.example.com', oidcClientId: 'x' },
      '-c oidcIssuer, -c oidcClientId and -c oidcSecretArn: need each other',
    ],
    [
      { '@aws-cdk/core:permissionsBoundary': 'firm' },
      '-c @aws-cdk/core:permissionsBoundary: give -c permissionsBoundary=NAME instead',
    ],
    [{ permissionsBoundary: 'arn:aws:iam::1:role/x' }, '-c permissionsBoundary: must be the name or ARN of a policy'],
    [{ tlsPolicy: '1.3' }, '-c tlsPolicy: must be tls-1.2, tls-1.3 or tls-1.3-fips'],
    [{ requestsPerSecond: 'many' }, '-c requestsPerSecond: must be a whole number from 1 to 100000'],
    [{ apiConcurrency: '2.5' }, '-c apiConcurrency: must be a whole number from 1 to 1000'],
    [{ apiConcurrency: '200' }, reserved(1800, 0, 10)],
    [{ workerConcurrency: '5', accountConcurrency: '100' }, reserved(5, 0, 100)],
    [{ environment: 'prod' }, unknown('environment')],
    [{ env: 'prod', alarmEmail: 'none', alarmMail: 'ops@example.com' }, unknown('alarmMail')],
    [{ env: 'prod', alarmEmail: 'none', 'alarm-email': 'ops@example.com' }, unknown('alarm-email')],
    [{ env: 'prod', alarmEmail: 'none', alarm_email: 'ops@example.com' }, unknown('alarm_email')],
    [{ Env: 'prod' }, unknown('Env')],
  ] as const)('%j stops with what would be right', (context, message) => {
    const whole = `The deployment's context is wrong.\n  ${message}`;
    expect(() => settings(context)).toThrow(expect.objectContaining({ name: 'WrongContext', message: whole }));
  });

  it.each([
    ['requestsPerSecond', 1, 100_000],
    ['tableReadUnits', 1, 400_000],
    ['tableWriteUnits', 1, 400_000],
    ['workerConcurrency', 2, 1000],
    ['apiConcurrency', 1, 1000],
    ['accountConcurrency', 10, 100_000],
  ])('%s is a whole number from %i to %i', (name, min, max) => {
    const given = (value: number) => settings({ accountConcurrency: '100000', [name]: `${value}` });
    for (const value of [min, max]) expect(() => given(value)).not.toThrow();
    const message = `The deployment's context is wrong.\n  -c ${name}: must be a whole number from ${min} to ${max}`;
    for (const value of [min - 1, max + 1]) expect(() => given(value)).toThrow(expect.objectContaining({ message }));
  });

  it("leaves CDK's own context alone", () => {
    const own = { '@aws-cdk/core:checkSecretUsage': true, 'aws:cdk:bundling-stacks': ['**'], 'cli-telemetry': false };

    expect(settings(own as never).stackName).toBe('client-health-dev');
  });

  it('reports all errors at once', () => {
    expect(() => settings({ env: 'x', waf: 'x' })).toThrow(/-c env: .*\n.*-c waf: /);
  });

  it('keeps data and logs in production, and deletes those of a disposable copy', () => {
    expect(settings({ env: 'prod', alarmEmail: 'none' })).toMatchObject({ lasting: true, removalPolicy: 'retain' });
    expect(settings({ env: 'dev' })).toMatchObject({ lasting: false, removalPolicy: 'destroy' });
  });

  it.each([
    // what AWS gives to a new account: two are left for callers and checks while all of these are at work
    [{}, { workers: 4, importers: 2, senders: 2 }],
    [{ accountConcurrency: '30' }, { workers: 12, importers: 6, senders: 6 }],
    [{ accountConcurrency: '1000' }, { workers: 20, importers: 10, senders: 10 }],
    // more would receive messages that no worker can handle
    [
      { accountConcurrency: '1000', workerConcurrency: '5' },
      { workers: 5, importers: 10, senders: 10 },
    ],
  ])('%j lets %j run at once', (context, atOnce) => {
    expect(settings(context).atOnce).toEqual(atOnce);
  });

  it.each([
    // 100 must stay unreserved: those of the API run there
    [{}, undefined],
    [{ accountConcurrency: '199' }, undefined],
    [{ accountConcurrency: '200' }, 20],
    [{ accountConcurrency: '200', workerConcurrency: '100' }, undefined],
    [{ accountConcurrency: '1000' }, 50],
    [{ accountConcurrency: '1000', apiConcurrency: '7' }, 7],
  ])('%j reserves %j for each of the functions that anybody can start', (context, reservedForEach) => {
    expect(settings(context).openConcurrency).toBe(reservedForEach);
  });

  it.each([
    [{ env: 'prod', alarmEmail: 'none' }, true],
    [{ env: 'prod', alarmEmail: 'none', inbox: 'false' }, false],
    [{ env: 'dev' }, false],
    [{ env: 'dev', inbox: 'true' }, true],
  ])('%j has an inbox: %j', (context, inbox) => {
    expect(settings(context as Record<string, string>).inbox).toBe(inbox);
  });

  it('accepts true from cdk.json as well as from the command line', () => {
    expect(settings({ waf: true }).waf).toBe(true);
    expect(settings({ owner: null } as never).stackName).toBe('client-health-dev');
    expect(settings({ domain: 'api.example.com', certificateArn }).domain?.name).toBe('api.example.com');
  });
});

it('the options are kept as they were given, but no address of a person', () => {
  const given = { env: 'prod', waf: 'true', alarmEmail: 'anna@example.com' };
  expect(settingsFrom(given, 'dist', 'abc123')).toMatchObject({
    commit: 'abc123',
    options: 'env=prod alarmEmail waf=true',
  });
  expect(settingsFrom({ env: 'prod', alarmEmail: 'none' }, 'dist').options).toBe('env=prod alarmEmail=none');
});

it('texts of the deployment and of the commands name only options that there are, with values that are allowed', () => {
  const mentioned = sourcesIn('infra', 'bin').flatMap(({ file, text }) =>
    [...text.matchAll(/-c ([A-Za-z]\w+)(?:=([a-z][\w@-]*(?:\.[\w-]+)*))?/g)].map(([words, name = '', value]) => {
      const read = () => settings(value === undefined ? {} : { [name]: value });
      const isOption = (contextNames as readonly string[]).includes(name);
      return { words: `${file}: ${words}`, name, isOption, read };
    }),
  );
  expect(mentioned.length).toBeGreaterThan(10);
  expect(mentioned.flatMap(({ words, isOption }) => (isOption ? [] : [words]))).toEqual([]);
  for (const { words, name, read } of mentioned) {
    // production alone lacks other options
    const wrong = (() => {
      try {
        read();
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    expect(wrong, words).not.toContain(`-c ${name}: `);
  }
});
