/** The tag that names the deployment of a key in API Gateway; policies let operators change keys with their tag only. */
export const keyTag = 'client-health';
