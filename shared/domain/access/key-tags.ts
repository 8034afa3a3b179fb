// Tags of keys in API Gateway, by which policies tell whose they are.

/** Names the deployment of a key; policies let operators change keys with their tag only. */
export const keyTag = 'client-health';
/** Names the account of a key: the page of an account changes keys of its own only. Also the tag of its sessions. */
export const accountTag = 'client-health-account';
