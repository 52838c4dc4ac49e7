import { X509Certificate } from 'node:crypto';
import { authorizationCodeGrant, type Configuration } from 'openid-client';
import type { LoginProviderTest } from '#contract/login-provider.ts';
import type { Say } from '#sentences/say.ts';
import { type Sentence, sentence, verbatim } from '#sentences/sentence.ts';
import { secretOf } from '#service/sign-in/external/begin-sign-in.ts';
import { ADDRESS_FORBIDDEN, reasonOf, UNEXPECTED_ANSWER } from '#service/sign-in/external/refusal-of.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import type { LoginProvider } from './login-provider.ts';

type Check = Omit<LoginProviderTest['checks'][number], 'message'> & { sentence: Sentence };

/**
 * Asks a provider what can be asked without anybody signing in; `say` tells of each thing how it went. Why a provider cannot be
 * reached is said as the audit log has it.
 */
export const testProvider = async (
  services: Pick<SignInServices, 'clients' | 'seal' | 'now'>,
  provider: LoginProvider,
  { callbackUrl, say }: { callbackUrl: string; say: Say },
): Promise<LoginProviderTest> => {
  const checks =
    provider.type === 'wsfederation'
      ? checksOfWsFederation(provider, services.now())
      : await checksOfOAuth(services, provider, callbackUrl);
  return {
    isFit: checks.every(({ isPassed }) => isPassed),
    checks: checks.map(({ sentence: outcome, ...check }) => ({ ...check, message: say(outcome) })),
  };
};

/**
 * Asks for a token with a code that nobody has: a provider that knows this server by its secret complains about the code,
 * any other about the client.
 */
const checksOfOAuth = async (
  { clients, seal }: Pick<SignInServices, 'clients' | 'seal'>,
  provider: LoginProvider,
  callbackUrl: string,
): Promise<Check[]> => {
  let client: Configuration;
  try {
    client = await clients(provider, secretOf(seal, provider));
  } catch (error) {
    return [failed('configuration', failureOf(error))];
  }
  const {
    issuer,
    authorization_endpoint: start,
    code_challenge_methods_supported: pkce,
  } = client.serverMetadata();
  const described =
    provider.type === 'oidc'
      ? [passed('discovery', sentence`The provider describes itself as ${issuer}.`)]
      : [];
  const pkceCheck =
    pkce !== undefined && !pkce.includes('S256')
      ? [
          failed(
            'pkce',
            sentence`The provider does not announce PKCE with S256; a code that is stolen could be used.`,
          ),
        ]
      : [];
  return [
    ...described,
    start === undefined
      ? failed('authorization', sentence`The provider does not say where people sign in.`)
      : passed('authorization', sentence`People sign in at ${new URL(start).origin}.`),
    ...pkceCheck,
    await checkSecret(client, callbackUrl),
  ];
};

/** A provider that asks who this is, and how to say so. */
const CHALLENGED = 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';

/** GitHub says the last. */
const UNKNOWN_CLIENT = new Set(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials']);

const checkSecret = async (client: Configuration, callbackUrl: string): Promise<Check> => {
  const url = new URL(`${callbackUrl}?code=a-code-that-nobody-has&state=test`);
  const { issuer, authorization_response_iss_parameter_supported: saysIssuer } = client.serverMetadata();
  if (saysIssuer) url.searchParams.set('iss', issuer);
  try {
    await authorizationCodeGrant(client, url, { expectedState: 'test', pkceCodeVerifier: 'x'.repeat(43) });
    return failed('secret', sentence`The provider took a code that nobody has.`);
  } catch (error) {
    const { error: said, code } = error as { error?: string; code?: string };
    if (said === 'invalid_grant' || said === 'bad_verification_code')
      return passed('secret', sentence`The provider knows this server by its clientId and secret.`);
    if (UNKNOWN_CLIENT.has(said ?? '') || code === CHALLENGED) {
      return failed('secret', sentence`The provider does not know this clientId with this secret.`);
    }
    return failed('secret', failureOf(error));
  }
};

/** Nothing is called: only browsers go to the address, and the response would tell whether a server runs there. */
const checksOfWsFederation = ({ settings }: LoginProvider, now: number): Check[] => [
  signInAt(settings.signInUrl!),
  ...settings.certificates!.map((pem, at) => checkCertificate(pem, at, now)),
];

const signInAt = (address: string): Check =>
  passed('signInUrl', sentence`People sign in at ${new URL(address).origin}.`);

const DID_NOT_ANSWER = sentence`The provider did not answer as expected.`;

const failureOf = (error: unknown): Sentence => {
  const reason = reasonOf(error);
  if (reason === ADDRESS_FORBIDDEN) return sentence`This address is not allowed.`;
  return reason === UNEXPECTED_ANSWER ? DID_NOT_ANSWER : verbatim(reason);
};

/** A certificate whose days are over still counts; whoever runs the provider means to replace it. */
const checkCertificate = (pem: string, at: number, now: number): Check => {
  const { validToDate, fingerprint256 } = new X509Certificate(pem);
  const name = `certificates[${at}]`;
  const until = validToDate.toISOString().slice(0, 10);
  return validToDate.getTime() > now
    ? passed(name, sentence`Valid until ${until}; SHA-256 ${fingerprint256}.`)
    : failed(
        name,
        sentence`Its days were over on ${until}: ask for the one that the provider signs with now.`,
      );
};

const passed = (name: string, outcome: Sentence): Check => ({ name, isPassed: true, sentence: outcome });
const failed = (name: string, outcome: Sentence): Check => ({ name, isPassed: false, sentence: outcome });
