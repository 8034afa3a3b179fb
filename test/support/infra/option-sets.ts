const at = (service: string, rest: string, account = '123456789012') =>
  `arn:aws:${service}:eu-west-1:${account}:${rest}`;

const kmsKeyArn = at('kms', 'key/0a1b2c3d-0000-4000-8000-000000000000');
const certificateArn = at('acm', 'certificate/0a1b2c3d-0000-4000-8000-000000000000');
const backupCopyTo = at('backup', 'backup-vault:copies', '210987654321');
const domain = { domain: 'api.example.com', certificateArn };
const mailed = { env: 'prod', alarmEmail: 'ops@example.com' };

interface OptionSet {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

/** The options of deployments that are examined by themselves; together they have every option. */
export const optionSets: readonly OptionSet[] = [
  { name: 'nothing', options: {} },
  { name: 'owner and createLogRole', options: { env: 'dev', owner: 'anna', createLogRole: 'true' } },
  { name: 'morningNames and alarmEmail', options: { env: 'dev', morningNames: 'true', alarmEmail: 'ops@example.com' } },
  { name: 'inbox', options: { env: 'dev', inbox: 'true' } },
  { name: 'prod', options: { env: 'prod', alarmEmail: 'none' } },
  { name: 'prod and alarmEmail', options: mailed },
  { name: 'prod without inbox', options: { ...mailed, inbox: 'false' } },
  { name: 'prod without page', options: { ...mailed, accountPage: 'false' } },
  { name: 'prod and alarmTopic', options: { env: 'prod', alarmTopic: at('sns', 'on-call') } },
  { name: 'prod and waf', options: { ...mailed, waf: 'true' } },
  { name: 'prod and domain', options: { ...mailed, ...domain, tlsPolicy: 'tls-1.3' } },
  {
    name: 'prod and samlMetadata',
    options: {
      ...mailed,
      samlMetadata: 'https://login.example.com/metadata',
      mfa: 'required',
      passwordLength: '16',
      groupsClaim: 'groups',
    },
  },
  { name: 'prod and kmsKeyArn', options: { ...mailed, kmsKeyArn } },
  { name: 'prod and backupCopyTo', options: { ...mailed, backupCopyTo } },
  {
    name: 'prod and limits',
    options: {
      ...mailed,
      requestsPerSecond: '10000',
      tableReadUnits: '8000',
      tableWriteUnits: '8000',
      workerConcurrency: '20',
      apiConcurrency: '50',
      accountConcurrency: '2000',
    },
  },
  {
    name: 'prod and all of them',
    options: {
      ...mailed,
      ...domain,
      kmsKeyArn,
      backupCopyTo,
      permissionsBoundary: 'firm-boundary',
      waf: 'true',
      alarmTopic: at('sns', 'on-call'),
      tlsPolicy: 'tls-1.3-fips',
      createLogRole: 'true',
      morningNames: 'true',
      logDays: '800',
      logReads: 'true',
      workerConcurrency: '20',
      inbox: 'true',
      accountPage: 'true',
      mfa: 'required',
      passwordLength: '14',
      threatProtection: 'true',
      mailFrom: 'health@example.com',
      oidcIssuer: 'https://login.example.com',
      oidcClientId: 'client-health',
      groupsClaim: 'groups',
      oidcSecretArn: at('secretsmanager', 'secret:client-health-AbCdEf'),
      requestsPerSecond: '1000',
      tableReadUnits: '4000',
      tableWriteUnits: '2000',
      apiConcurrency: '50',
      accountConcurrency: '2000',
    },
  },
];

// for .ci/run: every option, as words of a command
if (import.meta.main) {
  const every = optionSets.at(-1)?.options ?? {};
  console.log(
    Object.entries(every)
      .flatMap(([name, value]) => ['-c', `${name}=${value}`])
      .join(' '),
  );
}
