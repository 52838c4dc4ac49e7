import { X509Certificate } from 'node:crypto';
import { authorizationCodeGrant, type Configuration } from 'openid-client';
import type { LoginProviderTest } from '#contract/login-provider.ts';
import { type Message, msg, verbatim } from '#i18n/message.ts';
import type { Translate } from '#i18n/translate.ts';
import {
  ADDRESS_FORBIDDEN,
  findDenialReason,
  UNEXPECTED_RESPONSE,
} from '#service/sign-in/external/deny-sign-in.ts';
import { decryptClientSecret } from '#service/sign-in/external/start-sign-in.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import type { LoginProvider } from './login-provider.ts';

type Check = Omit<LoginProviderTest['checks'][number], 'message'> & { message: Message };

/** Runs the checks that do not require signing in. Connection errors are described as in the audit log. */
export const testProvider = async (
  services: Pick<SignInServices, 'createProviderClient' | 'encryption' | 'now'>,
  provider: LoginProvider,
  { callbackUrl, translate }: { callbackUrl: string; translate: Translate },
): Promise<LoginProviderTest> => {
  const checks =
    provider.type === 'wsfederation'
      ? checkWsFederation(provider, services.now())
      : await checkOAuth(services, provider, callbackUrl);
  return {
    hasPassed: checks.every(({ hasPassed }) => hasPassed),
    checks: checks.map(({ message: outcome, ...check }) => ({ ...check, message: translate(outcome) })),
  };
};

/** Sends an invalid code to check the client secret: if the provider accepts the secret, it rejects only the code. */
const checkOAuth = async (
  { createProviderClient, encryption }: Pick<SignInServices, 'createProviderClient' | 'encryption'>,
  provider: LoginProvider,
  callbackUrl: string,
): Promise<Check[]> => {
  let client: Configuration;
  try {
    client = await createProviderClient(provider, decryptClientSecret(encryption, provider));
  } catch (error) {
    return [fail('configuration', describeFailure(error))];
  }
  const {
    issuer,
    authorization_endpoint: authorizationEndpoint,
    code_challenge_methods_supported: challengeMethods,
  } = client.serverMetadata();
  const discoveryChecks =
    provider.type === 'oidc' ? [pass('discovery', msg`The provider describes itself as ${issuer}.`)] : [];
  const pkceChecks =
    challengeMethods !== undefined && !challengeMethods.includes('S256')
      ? [fail('pkce', msg`The provider does not announce PKCE with S256, so a stolen code could be used.`)]
      : [];
  return [
    ...discoveryChecks,
    authorizationEndpoint === undefined
      ? fail('authorization', msg`The provider does not publish an authorization endpoint.`)
      : pass('authorization', msg`People sign in at ${new URL(authorizationEndpoint).origin}.`),
    ...pkceChecks,
    await checkSecret(client, callbackUrl),
  ];
};

/** The error code if the provider demands authentication, meaning that it did not accept the secret. */
const CHALLENGE_ERROR_CODE = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';

/** GitHub sends `incorrect_client_credentials`. */
const UNKNOWN_CLIENT_ERRORS = new Set([
  'invalid_client',
  'unauthorized_client',
  'incorrect_client_credentials',
]);

const checkSecret = async (client: Configuration, callbackUrl: string): Promise<Check> => {
  const url = new URL(`${callbackUrl}?code=a-code-that-nobody-has&state=test`);
  const { issuer, authorization_response_iss_parameter_supported: hasIssuer } = client.serverMetadata();
  if (hasIssuer) url.searchParams.set('iss', issuer);
  try {
    await authorizationCodeGrant(client, url, { expectedState: 'test', pkceCodeVerifier: 'x'.repeat(43) });
    return fail('secret', msg`The provider accepted an invalid code.`);
  } catch (error) {
    const { error: oauthError, code } = error as { error?: string; code?: string };
    if (oauthError === 'invalid_grant' || oauthError === 'bad_verification_code')
      return pass('secret', msg`The provider accepts the clientId and secret.`);
    if (UNKNOWN_CLIENT_ERRORS.has(oauthError ?? '') || code === CHALLENGE_ERROR_CODE) {
      return fail('secret', msg`The provider does not accept this clientId and secret.`);
    }
    return fail('secret', describeFailure(error));
  }
};

/** Sends no request: only browsers access the URL, and a response would reveal whether a server exists. */
const checkWsFederation = ({ settings }: LoginProvider, now: number): Check[] => [
  pass('signInUrl', msg`People sign in at ${new URL(settings.signInUrl!).origin}.`),
  ...settings.certificates!.map((pem, index) => checkCertificate(pem, index, now)),
];

const describeFailure = (error: unknown): Message => {
  const reason = findDenialReason(error);
  if (reason === ADDRESS_FORBIDDEN) return msg`This address is not allowed.`;
  if (reason === UNEXPECTED_RESPONSE) return msg`The provider did not respond as expected.`;
  return verbatim(reason);
};

/** Expired certificates still verify signatures, but the provider should replace them. */
const checkCertificate = (pem: string, index: number, now: number): Check => {
  const { validToDate, fingerprint256 } = new X509Certificate(pem);
  const name = `certificates[${index}]`;
  const until = validToDate.toISOString().slice(0, 10);
  return validToDate.getTime() > now
    ? pass(name, msg`Valid until ${until}; SHA-256 ${fingerprint256}.`)
    : fail(name, msg`Expired on ${until}. Ask the provider for its current certificate.`);
};

const pass = (name: string, outcome: Message): Check => ({ name, hasPassed: true, message: outcome });
const fail = (name: string, outcome: Message): Check => ({ name, hasPassed: false, message: outcome });
