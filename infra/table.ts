import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableSchema } from '../shared/table/store/schema.ts';
import type { Encryption } from './encryption.ts';
import type { Settings } from './settings.ts';

const recoveryDays = 35;

/** The one table: on demand, restorable to any second of the last 35 days. */
export class DataTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, props: { settings: Settings; encryption: Encryption }) {
    super(scope, id);
    const { lasting, removalPolicy, tableReadUnits, tableWriteUnits } = props.settings;
    const { partitionKey, sortKey, timeToLive } = tableSchema;
    this.table = new Table(this, 'Table', {
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      sortKey: { name: sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(tableReadUnits !== undefined && { maxReadRequestUnits: tableReadUnits }),
      ...(tableWriteUnits !== undefined && { maxWriteRequestUnits: tableWriteUnits }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: recoveryDays },
      ...props.encryption.table,
      deletionProtection: lasting,
      removalPolicy,
    });
  }
}
