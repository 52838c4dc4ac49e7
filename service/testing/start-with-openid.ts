import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Caller } from './caller.ts';
import { followSignIn, type RedirectChain } from './follow-sign-in.ts';
import { createNoJsBrowser, type NoJsBrowser } from './no-js-browser.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { startService, type TestService } from './start-service.ts';

/** A service and an OpenID Connect provider that signs in any user. */
export type ServiceWithProvider = {
  service: TestService;
  idp: OpenIdProvider;
  admin: Caller;
  browser: NoJsBrowser;
  providerId: string;
  /** Starts a sign-in as an application does, and follows the redirects. */
  signIn(browser?: NoJsBrowser): Promise<RedirectChain & { state: string }>;
  /** Reads audit events as an administrator. */
  events(
    kind: string,
  ): Promise<{ kind: string; actorName: string | null; details: Record<string, unknown> }[]>;
};

export const startWithOpenId = async (
  t: TestContext,
  settings: Record<string, unknown> = {},
): Promise<ServiceWithProvider> => {
  const service = await startService(t);
  const idp = await startOpenIdProvider(t, `${service.url}/api/account/ExternalLoginCallback`);
  const admin = await service.as('admin');
  const { issuer, clientId, clientSecret } = idp;
  const provider = { name: 'Municipality', type: 'oidc', isEnabled: true, issuer, clientId, clientSecret };
  const { status, body } = await admin.post('/api/v1/login-providers', { ...provider, ...settings });
  assert.equal(status, 201, JSON.stringify(body));
  const browser = createNoJsBrowser(service.url);
  return {
    service,
    idp,
    admin,
    browser,
    providerId: body.id,
    signIn: async (signInBrowser = browser) => {
      const { url, state } = await findLogin(service);
      return { ...(await followSignIn(signInBrowser, url)), state };
    },
    events: async (kind) => (await admin.get(`/api/v1/audit-events?kind=${kind}`)).body.events,
  };
};

/** Returns the first login that the service offers to applications. */
export const findLogin = async (
  { url }: TestService,
  query = '',
): Promise<{ url: string; state: string }> => {
  const response = await fetch(`${url}/api/account/externalLogins?returnUrl=%2F&generateState=false${query}`);
  const [login] = (await response.json()) as { url: string; state: string }[];
  assert.ok(login, 'no login offered');
  return login;
};
