import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import type { Outgoing } from '#service/outgoing/outgoing.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { createProviderFetch } from './fetch-from-provider.ts';
import { createTolerantFetch } from './tolerant-fetch.ts';

/** Seconds by which the clocks of a provider and of this server may differ. */
const CLOCK_TOLERANCE = 30;
/** Starting a sign-in needs no account, so the metadata of the provider is cached. */
const KNOWN_FOR_MS = 60_000;
const REMEMBERED = 1_000;

/** Creates the client of a provider, for one step of one sign-in. */
export type ProviderClients = (provider: LoginProvider, clientSecret: string) => Promise<Configuration>;

/** `now` in milliseconds. */
export const createProviderClients = (
  { send }: Pick<Outgoing, 'send'>,
  now: () => number,
): ProviderClients => {
  const known = new Map<string, { metadata: Promise<ServerMetadata>; until: number }>();

  const discovered = (issuer: string, fetching: CustomFetch): Promise<ServerMetadata> => {
    const found = known.get(issuer);
    if (found && found.until > now()) return found.metadata;
    const metadata = discover(issuer, fetching);
    if (known.size >= REMEMBERED) known.clear();
    known.set(issuer, { metadata, until: now() + KNOWN_FOR_MS });
    // Failed requests are not cached.
    metadata.catch(() => known.delete(issuer));
    return metadata;
  };

  return async ({ type, settings }, clientSecret) => {
    const fetching = createProviderFetch(send);
    const server = type === 'oidc' ? await discovered(settings.issuer!, fetching) : described(settings);
    const parameters = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticated = parameters.includes('client_secret_basic')
      ? ClientSecretBasic(clientSecret)
      : ClientSecretPost(clientSecret);
    const metadata = { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE };
    const client = new Configuration(server, settings.clientId!, metadata, authenticated);
    client[customFetch] =
      type === 'oauth2'
        ? createTolerantFetch(fetching, { clientId: settings.clientId!, clientSecret })
        : fetching;
    if (canBeInsecure(settings)) allowInsecureRequests(client);
    if (type === 'oidc') enableNonRepudiationChecks(client);
    return client;
  };
};

const discover = async (issuer: string, fetching: CustomFetch): Promise<ServerMetadata> => {
  const isInsecure = issuer.startsWith('http:');
  // No client is identified here: its id and secret are set later.
  const found = await discovery(new URL(issuer), 'ronda', undefined, undefined, {
    [customFetch]: fetching,
    ...(isInsecure && { execute: [allowInsecureRequests] }),
  });
  return { ...found.serverMetadata() };
};

/** Follows the configured addresses: http addresses announced by a provider with an https issuer are ignored (S41). */
const canBeInsecure = ({ issuer, tokenUrl, userInfoUrl }: LoginProvider['settings']) =>
  [issuer, tokenUrl, userInfoUrl].some((address) => address?.startsWith('http:'));

/** An OAuth 2.0 provider does not publish metadata; the issuer here identifies nothing. */
const described = (settings: LoginProvider['settings']): ServerMetadata => ({
  issuer: new URL(settings.authorizationUrl!).origin,
  authorization_endpoint: settings.authorizationUrl!,
  token_endpoint: settings.tokenUrl!,
  userinfo_endpoint: settings.userInfoUrl!,
});
