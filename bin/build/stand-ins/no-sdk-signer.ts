// Replaces @smithy/signature-v4 in API functions: shared/table/store/signer.ts signs their requests.

export class SignatureV4 {
  constructor() {
    throw new Error('the bundle was built without the signer of the SDK');
  }
}
