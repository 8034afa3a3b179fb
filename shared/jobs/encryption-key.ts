import { awsCall, type ServiceAddress } from './aws-call.ts';

interface Output {
  readonly KeyMetadata?: { readonly KeyState?: string };
}

/**
 * Asks KMS for the state of the key that the deployment is encrypted with: `Enabled`, or why it cannot be used. No event
 * of KMS would tell: those of a key go to the AWS account that owns it.
 */
export function keyStateOf(kms: ServiceAddress, keyArn: string): () => Promise<string> {
  const describe = awsCall<Output>(kms, 'kms', 'TrentService.DescribeKey');
  return () =>
    describe({ KeyId: keyArn }).then(
      ({ KeyMetadata }) => KeyMetadata?.KeyState ?? 'unknown',
      ({ message }: Error) => message,
    );
}
