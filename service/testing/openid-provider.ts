import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

type Claims = Record<string, unknown>;

/** A provider's deviations from the standard. */
export type Deviations = {
  /** Changes the discovery document. */
  metadata?: (metadata: Claims) => Claims;
  /** Changes the ID token, which the provider re-signs with its own key. */
  idToken?: (claims: Claims) => Claims;
  /** Replaces the ID token sent, with any signature. */
  rawIdToken?: (token: string, sign: typeof createJwt) => string | undefined;
  userInfo?: (claims: Claims) => Claims;
  /** Changes the URL that the browser is redirected to. */
  callback?: (url: URL) => void;
  /** A path that redirects to another URL, where the valid response is. */
  redirectsFrom?: string;
  /** Replaces the token endpoint's entire response. */
  tokenEndpoint?: (context: KoaContextWithOIDC) => void;
};

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Sets the user for all subsequent sign-ins, and any deviations. */
  setUser(claims: Claims & { sub: string }, deviations?: Deviations): void;
  /** Makes the user decline all subsequent sign-ins. */
  declineSignIns(): void;
  /** The methods and paths of received requests, in order. */
  requests: string[];
  stop(): Promise<void>;
};

/** The ID of a client that has the same secret but must send it in the body. */
export const SECRET_IN_BODY = 'ronda-by-body';

const INDIRECT_PATH = '/otherResponse';

const CLIENT = { clientId: 'ronda', clientSecret: 'a secret between the two' };

/**
 * Starts a real OpenID Connect provider that signs in the user selected by the test without interaction. It requires PKCE
 * and redirects browsers to `redirectUri`.
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
  let indirectResponse: unknown;

  const provider = createProvider(issuer, { redirectUri, privateKey, getClaims: () => claims });
  provider.use(async (context, next) => {
    requests.push(`${context.method} ${context.path}`);
    if (context.path.startsWith('/interaction/')) {
      const result = isDeclining
        ? { error: 'access_denied', error_description: 'The user declined.' }
        : { login: { accountId: claims.sub } };
      return provider.interactionFinished(context.req, context.res, result);
    }
    if (context.path === INDIRECT_PATH) {
      context.body = indirectResponse;
      return;
    }
    await next();
    if (context.path === deviations.redirectsFrom) {
      indirectResponse = context.body;
      context.redirect(INDIRECT_PATH);
    }
    applyDeviations(context as KoaContextWithOIDC, deviations, privateKey);
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
    setUser: (newClaims, overrides = {}) => {
      claims = newClaims;
      deviations = overrides;
      isDeclining = false;
    },
    declineSignIns: () => {
      isDeclining = true;
    },
  };
};

const createProvider = (
  issuer: string,
  {
    redirectUri,
    privateKey,
    getClaims,
  }: { redirectUri: string; privateKey: KeyObject; getClaims: () => Claims & { sub: string } },
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
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...getClaims(), sub }) }),
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

/** Creates a JWT, signed with RSA, or with HMAC if `key` is a string, or unsigned if it is null. */
const createJwt = (header: Claims, claims: Claims, key: KeyObject | string | null): string => {
  const signingInput = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  if (key === null) return `${signingInput}.`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(signingInput).digest()
      : sign('sha256', Buffer.from(signingInput), key);
  return `${signingInput}.${signature.toString('base64url')}`;
};

const decodeClaims = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims;

const applyDeviations = (
  context: KoaContextWithOIDC,
  deviations: Deviations,
  privateKey: KeyObject,
): void => {
  const body = context.body as Claims | undefined;
  if (context.path === '/.well-known/openid-configuration' && deviations.metadata && body) {
    context.body = deviations.metadata(body);
  }
  if (context.path === '/me' && deviations.userInfo && body) context.body = deviations.userInfo(body);
  if (context.path === '/token') {
    deviations.tokenEndpoint?.(context);
    const token = body?.id_token;
    if (typeof token === 'string' && deviations.idToken) {
      const header = { alg: 'RS256', typ: 'JWT', kid: KEY_ID };
      context.body = {
        ...body,
        id_token: createJwt(header, deviations.idToken(decodeClaims(token)), privateKey),
      };
    }
    if (typeof token === 'string' && deviations.rawIdToken) {
      const { id_token: _, ...rest } = body!;
      const replacement = deviations.rawIdToken(token, createJwt);
      context.body = replacement === undefined ? rest : { ...rest, id_token: replacement };
    }
  }
  const location = context.response.get('location');
  if (deviations.callback && /[?&](code|error)=/.test(location)) {
    const url = new URL(location);
    deviations.callback(url);
    context.set('location', url.href);
  }
};
