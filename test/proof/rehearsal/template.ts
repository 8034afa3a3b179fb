// What ministack 1.5.33 cannot do, and what the rehearsal changes in the template for it. AWS accepts all of it.

interface Resource {
  readonly Type: string;
  Properties: Record<string, unknown>;
}

interface Template {
  readonly Resources: Record<string, Resource>;
}

/** "Unrecognized resource types". */
const unknownTypes = [
  'AWS::XRay::SamplingRule',
  'AWS::Logs::QueryDefinition',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::WAFv2::LoggingConfiguration',
  'AWS::Backup::BackupSelection',
  'AWS::Cognito::ManagedLoginBranding',
];

interface MetricOfMath {
  readonly MetricStat?: {
    readonly Metric: Record<string, unknown>;
    readonly Period: number;
    readonly Stat: string;
  };
}

/** Changes the template for the emulator. Returns what was changed. */
export function adaptToEmulator({ Resources }: Template, endpoint: string): string[] {
  const changed: string[] = [];
  for (const [id, { Type, Properties }] of Object.entries(Resources)) {
    if (unknownTypes.includes(Type)) {
      delete Resources[id];
      changed.push(`${Type}: removed, the emulator does not know the type`);
    }
    if (Type === 'AWS::CloudWatch::Alarm' && Properties.Metrics) {
      const { Metrics, ...rest } = Properties;
      const { Metric, Period, Stat } = (Metrics as MetricOfMath[]).find((each) => each.MetricStat)?.MetricStat ?? {};
      Object.assign(Resources, { [id]: { Type, Properties: { ...rest, ...Metric, Period, Statistic: Stat } } });
      changed.push(`${Type}: the first metric in place of metric math, which the emulator does not support`);
    }
    if (Type === 'AWS::Lambda::Function') {
      const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
      Variables.DYNAMODB_ENDPOINT = endpoint;
      if (Variables.INBOX_BUCKET) Variables.FILES_ENDPOINT = endpoint;
      if (Variables.LOGIN_URL) Object.assign(Variables, { LOGIN_URL: endpoint, AWS_SERVICES_URL: `${endpoint}/` });
      if (Variables.OUTCOMES_URL) Variables.AWS_SERVICES_URL = `${endpoint}/`;
      if (Variables.EVENTS_URL) Variables.EVENTS_URL = `${endpoint}/`;
      changed.push(
        `${Type}: DYNAMODB_ENDPOINT, FILES_ENDPOINT, LOGIN_URL, AWS_SERVICES_URL and EVENTS_URL set, because the bundles do not read AWS_ENDPOINT_URL`,
      );
    }
  }
  return [...new Set(changed)];
}
