import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

type Claims = Record<string, unknown>;

/** Deviations of a provider from the standard. */
export type Deviations = {
  /** Changes the discovery document. */
  metadata?: (metadata: Claims) => Claims;
  /** Changes the ID token, which the provider signs again with its own key. */
  idToken?: (claims: Claims) => Claims;
  /** Replaces the ID token that is sent, with any signature. */
  rawIdToken?: (token: string, sign: typeof signed) => string | undefined;
  userInfo?: (claims: Claims) => Claims;
  /** Changes the address to which the browser returns. */
  callback?: (address: URL) => void;
  /** The path that redirects to another address, which returns the valid response. */
  redirectsFrom?: string;
  /** Replaces the whole response of the token endpoint. */
  tokenEndpoint?: (context: KoaContextWithOIDC) => void;
};

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Sets the user who signs in from now on, and deviations. */
  signsIn(claims: Claims & { sub: string }, deviations?: Deviations): void;
  /** From now on the user declines to sign in. */
  declines(): void;
  /** Methods and paths of the requests, in order. */
  requests: string[];
  /** Stops the provider. */
  stop(): Promise<void>;
};

/** A client with the same secret that must send it in the body. */
export const SECRET_IN_BODY = 'ronda-by-body';

const OTHER_PATH = '/otherResponse';

const CLIENT = { clientId: 'ronda', clientSecret: 'a secret between the two' };

/**
 * Starts a real OpenID Connect provider that signs in the user chosen by the test without asking. Requires PKCE.
 * `redirectUri` is the address to which it returns browsers.
 */
export const startOpenIdProvider = async (t: TestContext, redirectUri: string): Promise<OpenIdProvider> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let claims: Claims & { sub: string } = { sub: 'nobody' };
  let deviations: Deviations = {};
  let isDeclining = false;
  const requests: string[] = [];
  let otherResponse: unknown;

  const provider = createProvider(issuer, { redirectUri, privateKey, claimsOf: () => claims });
  provider.use(async (context, next) => {
    requests.push(`${context.method} ${context.path}`);
    if (context.path.startsWith('/interaction/')) {
      const result = isDeclining
        ? { error: 'access_denied', error_description: 'The user declined.' }
        : { login: { accountId: claims.sub } };
      return provider.interactionFinished(context.req, context.res, result);
    }
    if (context.path === OTHER_PATH) {
      context.body = otherResponse;
      return;
    }
    await next();
    if (context.path === deviations.redirectsFrom) {
      otherResponse = context.body;
      context.redirect(OTHER_PATH);
    }
    deviate(context as KoaContextWithOIDC, deviations, privateKey);
  });
  server.on('request', provider.callback());

  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(stop);
  return {
    issuer,
    ...CLIENT,
    requests,
    stop,
    signsIn: (now, overrides = {}) => {
      claims = now;
      deviations = overrides;
      isDeclining = false;
    },
    declines: () => {
      isDeclining = true;
    },
  };
};

const createProvider = (
  issuer: string,
  {
    redirectUri,
    privateKey,
    claimsOf,
  }: { redirectUri: string; privateKey: KeyObject; claimsOf: () => Claims & { sub: string } },
): Provider =>
  new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
      },
      {
        client_id: SECRET_IN_BODY,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [
        {
          ...(privateKey.export({ format: 'jwk' }) as object),
          kid: KEY_ID,
          use: 'sig',
          alg: 'RS256',
        } as never,
      ],
    },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name', 'groups', 'departments'],
      email: ['email'],
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...claimsOf(), sub }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Consent is always granted.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 600,
      Interaction: 600,
      Session: 600,
    },
  });

const KEY_ID = 'first';

/** Creates a JWT with these claims: signed with this key, with HMAC for a text key, or unsigned for null. */
const signed = (header: Claims, claims: Claims, key: KeyObject | string | null): string => {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (key === null) return `${text}.`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(text).digest()
      : sign('sha256', Buffer.from(text), key);
  return `${text}.${signature.toString('base64url')}`;
};

const claimsIn = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims;

const deviate = (context: KoaContextWithOIDC, wrong: Deviations, privateKey: KeyObject): void => {
  const body = context.body as Claims | undefined;
  if (context.path === '/.well-known/openid-configuration' && wrong.metadata && body) {
    context.body = wrong.metadata(body);
  }
  if (context.path === '/me' && wrong.userInfo && body) context.body = wrong.userInfo(body);
  if (context.path === '/token') {
    wrong.tokenEndpoint?.(context);
    const token = body?.id_token;
    if (typeof token === 'string' && wrong.idToken) {
      const header = { alg: 'RS256', typ: 'JWT', kid: KEY_ID };
      context.body = { ...body, id_token: signed(header, wrong.idToken(claimsIn(token)), privateKey) };
    }
    if (typeof token === 'string' && wrong.rawIdToken) {
      const { id_token: _, ...rest } = body!;
      const other = wrong.rawIdToken(token, signed);
      context.body = other === undefined ? rest : { ...rest, id_token: other };
    }
  }
  const location = context.response.get('location');
  if (wrong.callback && /[?&](code|error)=/.test(location)) {
    const address = new URL(location);
    wrong.callback(address);
    context.set('location', address.href);
  }
};
