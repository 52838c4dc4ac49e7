import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

type Claims = Record<string, unknown>;

/** What a provider says otherwise than it should, each on its own. */
export type Misbehaviour = {
  /** Of the discovery document. */
  metadata?: (metadata: Claims) => Claims;
  /** Of the ID token, signed anew by the provider's own key. */
  idToken?: (claims: Claims) => Claims;
  /** The ID token as it is sent, whoever signed it. */
  rawIdToken?: (token: string, made: typeof signed) => string | undefined;
  userInfo?: (claims: Claims) => Claims;
  /** Of the address by which the browser comes back. */
  callback?: (address: URL) => void;
  /** The path whose answer is to be had at another address, to which it leads: a good answer, for whoever follows. */
  leadsAwayFrom?: string;
  /** The answer of the token endpoint as a whole. */
  tokenEndpoint?: (context: KoaContextWithOIDC) => void;
};

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** From now on this is who signs in, and what else goes wrong. */
  signsIn(claims: Claims & { sub: string }, misbehaviour?: Misbehaviour): void;
  /** From now on whoever is asked declines. */
  declines(): void;
  /** Methods and paths, in the order in which they were asked for. */
  asked: string[];
  /** Answers nobody any more. */
  stop(): Promise<void>;
};

/** A client, with the same secret, that may not send it in a header. */
export const SECRET_IN_BODY = 'ronda-by-body';

const ELSEWHERE = '/elsewhere';

const CLIENT = { clientId: 'ronda', clientSecret: 'a secret between the two' };

/**
 * Starts a real identity provider of OpenID Connect, at which everybody is signed in as whom the test wants, without being
 * asked. PKCE is required. `redirectUri` is where it sends browsers back to.
 */
export const startOpenIdProvider = async (t: TestContext, redirectUri: string): Promise<OpenIdProvider> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let claims: Claims & { sub: string } = { sub: 'nobody' };
  let misbehaviour: Misbehaviour = {};
  let isDeclining = false;
  const asked: string[] = [];
  let elsewhere: unknown;

  const provider = createProvider(issuer, { redirectUri, privateKey, claimsOf: () => claims });
  provider.use(async (context, next) => {
    asked.push(`${context.method} ${context.path}`);
    if (context.path.startsWith('/interaction/')) {
      const result = isDeclining
        ? { error: 'access_denied', error_description: 'The user said no.' }
        : { login: { accountId: claims.sub } };
      return provider.interactionFinished(context.req, context.res, result);
    }
    if (context.path === ELSEWHERE) {
      context.body = elsewhere;
      return;
    }
    await next();
    if (context.path === misbehaviour.leadsAwayFrom) {
      elsewhere = context.body;
      context.redirect(ELSEWHERE);
    }
    misbehave(context as KoaContextWithOIDC, misbehaviour, privateKey);
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
    asked,
    stop,
    signsIn: (now, otherwise = {}) => {
      claims = now;
      misbehaviour = otherwise;
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
    // Everybody has agreed to everything.
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

/** A JWT of these claims, by this key; HMAC for a text, none for null. */
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

const misbehave = (context: KoaContextWithOIDC, wrong: Misbehaviour, privateKey: KeyObject): void => {
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
