import { Aws, Duration, SecretValue } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ProviderAttribute,
  StandardThreatProtectionMode,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  UserPoolIdentityProviderOidc,
  UserPoolIdentityProviderSaml,
  UserPoolIdentityProviderSamlMetadata,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import type { Mails } from './mails.ts';
import type { Settings } from './settings.ts';

// Who may sign in to the page, and how. All of it is set here: whatever is set on the console alone, the next change of the pool resets.

/** Whoever is disabled in the pool, or signed out everywhere, loses access after this. The page itself removes people at once. */
const renewedAfter = Duration.minutes(5);

/** A working day. */
const session = Duration.hours(8);

/** What the pool calls the firm's own sign-in. */
export const providerName = 'firm';

/** Nobody signs up: people are invited. */
export function userPool(scope: Construct, settings: Settings, url: string, mails: Mails | undefined): UserPool {
  const { mailFrom, mfa, passwordLength, threatProtection } = settings;
  const pool = new UserPool(scope, 'People', {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    featurePlan: threatProtection ? FeaturePlan.PLUS : FeaturePlan.ESSENTIALS,
    ...(threatProtection && { standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION }),
    mfa: mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
    mfaSecondFactor: { sms: false, otp: true },
    passwordPolicy: {
      minLength: passwordLength,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(7),
    },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    ...(mailFrom && {
      email: UserPoolEmail.withSES({
        fromEmail: mailFrom,
        sesRegion: Aws.REGION,
        sesVerifiedDomain: domainOf(mailFrom),
        ...(mails && { configurationSetName: mails.set.configurationSetName }),
      }),
    }),
    userInvitation: {
      emailSubject: 'Your access to client health',
      emailBody: `You were invited to ${url}. Sign in as {username} with the password {####} within seven days; you choose your own then.`,
    },
    deletionProtection: settings.lasting,
    removalPolicy: settings.removalPolicy,
  });
  if (mfa !== 'required') acknowledge.factorsAreTheirs(pool);
  if (!threatProtection) acknowledge.threatsAreTheirs(pool);
  return pool;
}

const domainOf = (address: string) => address.slice(address.indexOf('@') + 1);

/** Gives tokens to the page's function alone, for a code and what only the browser that asked has. */
export function clientOf(pool: UserPool, settings: Settings, url: string): UserPoolClient {
  const provider = settings.provider && firmsOwn(pool, settings.provider, settings.groupsClaim);
  const client = pool.addClient('Page', {
    generateSecret: false,
    // none of the pool's API: people sign in on the pool's pages
    authFlows: { user: false },
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID],
      callbackUrls: [`${url}/callback`],
      logoutUrls: [`${url}/signed-out`],
    },
    // no passwords beside it: whom the firm has disabled would go on with one
    supportedIdentityProviders: [
      provider ? UserPoolClientIdentityProvider.custom(providerName) : UserPoolClientIdentityProvider.COGNITO,
    ],
    preventUserExistenceErrors: true,
    idTokenValidity: renewedAfter,
    accessTokenValidity: renewedAfter,
    refreshTokenValidity: session,
    // an address decides nothing, but it is shown: nobody changes it without the operator. A provider writes it.
    writeAttributes: new ClientAttributes().withStandardAttributes({
      locale: true,
      ...(provider && { email: true }),
      ...(settings.groupsClaim && { profilePage: true }),
    }),
  });
  if (provider) client.node.addDependency(provider);
  return client;
}

/** Groups are put into an attribute that every pool has: one of our own could never be removed again. */
function firmsOwn(pool: UserPool, provider: NonNullable<Settings['provider']>, groupsClaim: string | undefined) {
  const groups = groupsClaim !== undefined && { profilePage: ProviderAttribute.other(groupsClaim) };
  const to = { userPool: pool, name: providerName };
  if ('metadata' in provider)
    return new UserPoolIdentityProviderSaml(pool, 'Saml', {
      ...to,
      metadata: UserPoolIdentityProviderSamlMetadata.url(provider.metadata),
      attributeMapping: { email: ProviderAttribute.other(samlAddress), ...groups },
    });
  return new UserPoolIdentityProviderOidc(pool, 'Oidc', {
    ...to,
    issuerUrl: provider.issuer,
    clientId: provider.clientId,
    clientSecret: SecretValue.secretsManager(provider.secretArn).unsafeUnwrap(),
    scopes: ['openid', 'email'],
    attributeMapping: { email: ProviderAttribute.other('email'), ...groups },
  });
}

const samlAddress = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
