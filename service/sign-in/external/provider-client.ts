import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import type { Outgoing, Send } from '#service/outgoing/outgoing.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { readMetadata } from './read-metadata.ts';
import { createTolerantFetch } from './tolerant-fetch.ts';

/** The maximum difference, in seconds, between a provider's clock and this server's. */
const CLOCK_TOLERANCE = 30;
/** A thousand groups take up to 100 KB. Parsing a 1 MiB response would block the event loop for up to 0.8 s. */
const MAX_RESPONSE_BYTES = 128 * 1024;
/** Covers all requests of a sign-in step, so that an unavailable provider is reported within ten seconds. */
const TIME_LIMIT_MS = 9_000;

/** Anyone can start sign-ins, so provider metadata is cached. */
const CACHE_MS = 60_000;
const MAX_CACHED_ISSUERS = 1_000;

export type ProviderClientFactory = (provider: LoginProvider, clientSecret: string) => Promise<Configuration>;

export const createProviderClientFactory = (
  { send }: Pick<Outgoing, 'send'>,
  now: () => number,
): ProviderClientFactory => {
  const cache = new Map<string, { metadata: Promise<ServerMetadata>; expiresAt: number }>();

  const fetchCachedMetadata = (issuer: string, providerFetch: CustomFetch): Promise<ServerMetadata> => {
    const entry = cache.get(issuer);
    if (entry && entry.expiresAt > now()) return entry.metadata;
    const metadata = fetchMetadata(issuer, providerFetch);
    if (cache.size >= MAX_CACHED_ISSUERS) cache.clear();
    cache.set(issuer, { metadata, expiresAt: now() + CACHE_MS });
    metadata.catch(() => cache.delete(issuer));
    return metadata;
  };

  return async ({ type, settings }, clientSecret) => {
    const openid = await import('openid-client');
    const providerFetch = createProviderFetch(send);
    const server =
      type === 'oidc' ? await fetchCachedMetadata(settings.issuer!, providerFetch) : buildMetadata(settings);
    const authMethods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const clientAuth = authMethods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(clientSecret)
      : openid.ClientSecretPost(clientSecret);
    const metadata = { client_secret: clientSecret, [openid.clockTolerance]: CLOCK_TOLERANCE };
    const client = new openid.Configuration(server, settings.clientId!, metadata, clientAuth);
    client[openid.customFetch] =
      type === 'oauth2'
        ? createTolerantFetch(providerFetch, { clientId: settings.clientId!, clientSecret })
        : providerFetch;
    if (usesPlainHttp(settings)) openid.allowInsecureRequests(client);
    if (type === 'oidc') openid.enableNonRepudiationChecks(client);
    return client;
  };
};

/** The timeout covers one sign-in step and starts immediately. */
const createProviderFetch = (send: Send): CustomFetch => {
  const deadline = AbortSignal.timeout(TIME_LIMIT_MS);
  return (url, { signal, ...init }) =>
    send(url, init as RequestInit, {
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    });
};

const fetchMetadata = async (issuer: string, providerFetch: CustomFetch): Promise<ServerMetadata> => {
  const { allowInsecureRequests, customFetch, discovery } = await import('openid-client');
  const isInsecure = issuer.startsWith('http:');
  // The client ID does not matter for discovery. The actual client is created later.
  const configuration = await discovery(new URL(issuer), 'ronda', undefined, undefined, {
    [customFetch]: providerFetch,
    ...(isInsecure && { execute: [allowInsecureRequests] }),
  });
  return readMetadata(configuration.serverMetadata());
};

/** Returns true if a configured URL uses plain HTTP. HTTP URLs advertised by an HTTPS issuer are rejected (S41). */
const usesPlainHttp = ({ issuer, tokenUrl, userInfoUrl }: LoginProvider['settings']) =>
  [issuer, tokenUrl, userInfoUrl].some((url) => url?.startsWith('http:'));

/** Builds the metadata that OAuth 2.0 providers do not publish. The issuer is only a placeholder. */
const buildMetadata = (settings: LoginProvider['settings']): ServerMetadata => ({
  issuer: new URL(settings.authorizationUrl!).origin,
  authorization_endpoint: settings.authorizationUrl!,
  token_endpoint: settings.tokenUrl!,
  userinfo_endpoint: settings.userInfoUrl!,
});
