import { CfnParameter, CfnRule, Fn, Stack } from 'aws-cdk-lib';
import { TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Settings } from './settings.ts';

const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  ...reading,
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

type Service = 'dynamodb' | 's3' | 'sns' | 'sqs';

/** Encryption at rest: with keys that AWS owns, or with the customer-managed key of `-c kmsKeyArn`. */
export class Encryption extends Construct {
  readonly key: IKey | undefined;

  constructor(scope: Construct, id: string, { kmsKeyArn }: Settings) {
    super(scope, id);
    this.key = kmsKeyArn === undefined ? undefined : Key.fromKeyArn(this, 'Key', kmsKeyArn);
    this.#refuseChange(kmsKeyArn ?? 'none');
  }

  get table() {
    return this.key && { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: this.key };
  }

  get queue() {
    return this.key
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey: this.key }
      : { encryption: QueueEncryption.SQS_MANAGED };
  }

  get bucket() {
    return this.key
      ? { encryption: BucketEncryption.KMS, encryptionKey: this.key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED };
  }

  get topic() {
    return this.key && { masterKey: this.key };
  }

  /**
   * Not for the topic of alarms and the log of `nightly`, which must still work when the key is gone: they have no data
   * of customers.
   */
  get logs() {
    return this.key && { encryptionKey: this.key };
  }

  /** What a role needs for reading the table or the bucket, or for receiving messages. */
  read(...services: Service[]): PolicyStatement[] {
    return this.#use(services, reading);
  }

  /** What a role needs for writing to the table or the bucket, or for sending messages. */
  write(...services: Service[]): PolicyStatement[] {
    return this.#use(services, writing);
  }

  /** For asking whether the key can be used, which KMS answers also if it cannot. */
  ask(): PolicyStatement[] {
    return this.key ? [new PolicyStatement({ actions: ['kms:DescribeKey'], resources: [this.key.keyArn] })] : [];
  }

  /** What a restore into a new table needs: DynamoDB makes the grant with which it reads and writes by itself. */
  grant(service: Service): PolicyStatement[] {
    const made = this.#use([service], ['kms:CreateGrant']);
    for (const statement of made) statement.addCondition('Bool', { 'kms:GrantIsForAWSResource': 'true' });
    return made;
  }

  #use(services: Service[], actions: string[]): PolicyStatement[] {
    if (!this.key) return [];
    const { region, urlSuffix } = Stack.of(this);
    const via = services.map((service) => `${service}.${region}.${urlSuffix}`);
    const conditions = { StringEquals: { 'kms:ViaService': via.length === 1 ? via[0] : via } };
    return [new PolicyStatement({ effect: Effect.ALLOW, actions, resources: [this.key.keyArn], conditions })];
  }

  /**
   * Makes CloudFormation refuse a deployment that changes the key or omits the option. It works because CDK deploys
   * with the previous values of parameters, so the parameter still holds the old key. Nothing has been changed by then.
   */
  #refuseChange(wanted: string): void {
    const current = new CfnParameter(Stack.of(this), 'KmsKeyArn', {
      default: wanted,
      description: 'The key that this deployment is encrypted with; none for keys that AWS owns.',
    });
    new CfnRule(Stack.of(this), 'SameKmsKey', {
      assertions: [
        {
          assert: Fn.conditionEquals(current.valueAsString, wanted),
          assertDescription: `This deployment is encrypted with another key than ${wanted}. Repeat its -c kmsKeyArn, or change the key on purpose with --parameters KmsKeyArn=${wanted}.`,
        },
      ],
    });
  }
}
