import { X509Certificate } from 'node:crypto';
import { authorizationCodeGrant, type Configuration } from 'openid-client';
import type { LoginProviderTest } from '#contract/login-provider.ts';
import { type Sentence, sentence, verbatim } from '#i18n/sentence.ts';
import type { Translate } from '#i18n/translate.ts';
import {
  ADDRESS_FORBIDDEN,
  findDenialReason,
  UNEXPECTED_RESPONSE,
} from '#service/sign-in/external/deny-sign-in.ts';
import { decryptClientSecret } from '#service/sign-in/external/start-sign-in.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import type { LoginProvider } from './login-provider.ts';

type Check = Omit<LoginProviderTest['checks'][number], 'message'> & { sentence: Sentence };

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
    checks: checks.map(({ sentence: outcome, ...check }) => ({ ...check, message: translate(outcome) })),
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
    return [failed('configuration', describeFailure(error))];
  }
  const {
    issuer,
    authorization_endpoint: authorizationEndpoint,
    code_challenge_methods_supported: challengeMethods,
  } = client.serverMetadata();
  const discoveryChecks =
    provider.type === 'oidc'
      ? [passed('discovery', sentence`The provider describes itself as ${issuer}.`)]
      : [];
  const pkceChecks =
    challengeMethods !== undefined && !challengeMethods.includes('S256')
      ? [
          failed(
            'pkce',
            sentence`The provider does not announce PKCE with S256, so a stolen code could be used.`,
          ),
        ]
      : [];
  return [
    ...discoveryChecks,
    authorizationEndpoint === undefined
      ? failed('authorization', sentence`The provider does not publish an authorization endpoint.`)
      : passed('authorization', sentence`People sign in at ${new URL(authorizationEndpoint).origin}.`),
    ...pkceChecks,
    await checkSecret(client, callbackUrl),
  ];
};

/** The error code if the provider demands authentication, which means that it does not accept the secret. */
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
    return failed('secret', sentence`The provider accepted an invalid code.`);
  } catch (error) {
    const { error: oauthError, code } = error as { error?: string; code?: string };
    if (oauthError === 'invalid_grant' || oauthError === 'bad_verification_code')
      return passed('secret', sentence`The provider accepts the clientId and secret.`);
    if (UNKNOWN_CLIENT_ERRORS.has(oauthError ?? '') || code === CHALLENGE_ERROR_CODE) {
      return failed('secret', sentence`The provider does not accept this clientId and secret.`);
    }
    return failed('secret', describeFailure(error));
  }
};

/** Sends no request, because only browsers access the URL, and a response would reveal if a server exists. */
const checkWsFederation = ({ settings }: LoginProvider, now: number): Check[] => [
  describeSignInUrl(settings.signInUrl!),
  ...settings.certificates!.map((pem, index) => checkCertificate(pem, index, now)),
];

const describeSignInUrl = (url: string): Check =>
  passed('signInUrl', sentence`People sign in at ${new URL(url).origin}.`);

const UNEXPECTED = sentence`The provider did not respond as expected.`;

const describeFailure = (error: unknown): Sentence => {
  const reason = findDenialReason(error);
  if (reason === ADDRESS_FORBIDDEN) return sentence`This address is not allowed.`;
  return reason === UNEXPECTED_RESPONSE ? UNEXPECTED : verbatim(reason);
};

/** Signatures can still be verified with an expired certificate, but the provider should replace it. */
const checkCertificate = (pem: string, index: number, now: number): Check => {
  const { validToDate, fingerprint256 } = new X509Certificate(pem);
  const name = `certificates[${index}]`;
  const until = validToDate.toISOString().slice(0, 10);
  return validToDate.getTime() > now
    ? passed(name, sentence`Valid until ${until}; SHA-256 ${fingerprint256}.`)
    : failed(name, sentence`Expired on ${until}. Ask the provider for its current certificate.`);
};

const passed = (name: string, outcome: Sentence): Check => ({ name, hasPassed: true, sentence: outcome });
const failed = (name: string, outcome: Sentence): Check => ({ name, hasPassed: false, sentence: outcome });
