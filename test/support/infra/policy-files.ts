import { resourcesOf, type Template } from './template.ts';

const account = 'us-east-1:123456789012';

/** ARNs as AWS would write them, by type and logical id. */
const arns: Readonly<Record<string, (id: string) => string>> = {
  'AWS::Cognito::UserPool': (id) => `arn:aws:cognito-idp:${account}:userpool/${id}`,
  'AWS::DynamoDB::Table': (id) => `arn:aws:dynamodb:${account}:table/${id}`,
  'AWS::SQS::Queue': (id) => `arn:aws:sqs:${account}:${id}`,
  'AWS::SNS::Topic': (id) => `arn:aws:sns:${account}:${id}`,
  'AWS::S3::Bucket': (id) => `arn:aws:s3:::${id.toLowerCase()}`,
  'AWS::Lambda::Function': (id) => `arn:aws:lambda:${account}:function:${id}`,
  'AWS::Logs::LogGroup': (id) => `arn:aws:logs:${account}:log-group:${id}:*`,
  'AWS::IAM::Role': (id) => `arn:aws:iam::123456789012:role/${id}`,
  'AWS::Scheduler::Schedule': (id) => `arn:aws:scheduler:${account}:schedule/default/${id}`,
  'AWS::KMS::Key': () => `arn:aws:kms:${account}:key/0a1b2c3d-0000-4000-8000-000000000000`,
  'AWS::Backup::BackupVault': (id) => `arn:aws:backup:${account}:backup-vault:${id}`,
};

const pseudo: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '123456789012',
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Every policy document of the template, with ARNs in place of references. */
export function policiesOf(template: Template): Map<string, unknown> {
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
    if (join) {
      const [separator, parts] = join as [string, unknown[]];
      return parts.map(filled).join(separator);
    }
    if (attribute) {
      const [id = ''] = attribute as string[];
      const arn = arns[template.Resources[id]?.Type ?? ''];
      if (!arn) throw new Error(`no ARN is known for ${JSON.stringify(attribute)}`);
      return arn(id);
    }
    if (typeof Ref === 'string') {
      const isTopic = template.Resources[Ref]?.Type === 'AWS::SNS::Topic';
      // its name begins with a slash
      if (template.Resources[Ref]?.Type === 'AWS::SSM::Parameter') return `/${Ref}`;
      return pseudo[Ref] ?? (isTopic ? arns['AWS::SNS::Topic']?.(Ref) : Ref);
    }
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
  };
  const documents = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) =>
    resourcesOf(template, type).map(({ id, Properties }) => [id, filled(Properties.PolicyDocument)] as const),
  );
  return new Map(documents);
}
