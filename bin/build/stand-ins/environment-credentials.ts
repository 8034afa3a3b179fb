// Replaces @aws-sdk/credential-provider-node. Lambda sets the credentials in the environment, so the chain that looks in
// files, containers and single sign-on is not needed.

export function defaultProvider() {
  // read once: the environment of a container does not change, and reading it is slow
  let credentials: object | undefined;
  return async () => {
    credentials ??= {
      accessKeyId: required('AWS_ACCESS_KEY_ID'),
      secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
      ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
    };
    return credentials;
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`environment variable ${name} is missing`);
  return value;
}
