import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import { type BrowserResponse, createNoJsBrowser, type NoJsBrowser } from './no-js-browser.ts';
import type { WsFederationProvider } from './ws-federation-provider.ts';

// The steps of a WS-Federation sign-in in a browser. Tests can interrupt them where an attacker would.

/** Creates a provider, by default enabled and named ADFS. */
export const setUpWsFederation = async (
  admin: Caller,
  { issuer, signInUrl, certificate }: WsFederationProvider,
  overrides: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> => {
  const { status, body } = await admin.post('/api/v1/login-providers', {
    name: 'ADFS',
    type: 'wsfederation',
    isEnabled: true,
    issuer,
    signInUrl,
    certificates: [certificate],
    ...overrides,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

/** The form that a browser posts when the user clicks the button on a page. */
export type PageForm = { action: string; fields: Record<string, string> };

export const parsePageForm = (page: string): PageForm => {
  const unescapeHtml = (html: string) =>
    html
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#10;', '\r\n')
      .replaceAll('&amp;', '&');
  const inputs = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  return {
    action: unescapeHtml(/ action="([^"]*)"/.exec(page)![1]!),
    fields: Object.fromEntries(Array.from(inputs, ([, name, value]) => [name!, unescapeHtml(value!)])),
  };
};

/** A sign-in in progress: the browser is at the provider, whose response is ready. */
export type PendingSignIn = {
  /** The application's state. */
  state: string;
  start: BrowserResponse;
  /** The provider's URL with the sign-in request. */
  address: URL;
  form: PageForm;
};

/** Starts a sign-in as an application does: lists the providers and opens the URL of one of them. */
export const startTokenSignIn = async (
  browser: NoJsBrowser,
  { name = 'ADFS', ...query }: { name?: string; tenancyName?: string; returnUrl?: string } = {},
): Promise<PendingSignIn> => {
  const parameters = new URLSearchParams({ returnUrl: '/', generateState: 'false', ...query });
  const logins = JSON.parse((await browser.get(`/api/account/externalLogins?${parameters}`)).text);
  const { url, state } = logins.find((login: { name: string }) => login.name === name);
  return arriveAtProvider(await browser.get(url), state);
};

/** Starts a sign-in by following a link on the sign-in page. */
export const startSessionSignIn = async (
  browser: NoJsBrowser,
  query: { provider?: string; returnTo?: string; tenancyName?: string } = {},
): Promise<PendingSignIn> =>
  arriveAtProvider(
    await browser.get(`/sign-in/with?${new URLSearchParams({ provider: 'ADFS', ...query })}`),
    '',
  );

/** Opens the provider's page after the redirect. */
export const arriveAtProvider = async (start: BrowserResponse, state = ''): Promise<PendingSignIn> => {
  assert.equal(start.status, 302, start.text);
  const address = new URL(start.location!);
  return { state, start, address, form: parsePageForm(await (await fetch(address)).text()) };
};

/** Posts the provider's response without cookies, like browsers in a POST from another site. */
export const postProviderResponse = async ({
  form,
}: Pick<PendingSignIn, 'form'>): Promise<BrowserResponse> => {
  const crossSiteBrowser = createNoJsBrowser(form.action);
  const response = await crossSiteBrowser.post(form.action, form.fields, { 'sec-fetch-site': 'cross-site' });
  assert.equal(crossSiteBrowser.cookies.size, 0, 'a response to another site sets no cookie');
  return response;
};

/** Posts the provider's response and follows the redirect. */
export const finishSignIn = async (
  browser: NoJsBrowser,
  pendingSignIn: Pick<PendingSignIn, 'form'>,
): Promise<BrowserResponse> => {
  const { status, location, text } = await postProviderResponse(pendingSignIn);
  assert.equal(status, 303, text);
  return browser.get(location!);
};

/** Returns the final redirect URL of a sign-in and the parameters in its fragment. */
export const readRedirect = ({ status, location, headers, text }: BrowserResponse) => {
  assert.equal(status, 302, text);
  assert.equal(headers.get('cache-control'), 'no-store');
  const [address, fragment = ''] = location!.split('#', 2);
  const pairs = fragment.split('&').map((pair) => pair.split('=', 2).map(decodeURIComponent));
  return { address, parameters: Object.fromEntries(pairs) as Record<string, string> };
};

/** Signs in through the provider and returns the access token. */
export const signInForToken = async (
  browser: NoJsBrowser,
  query: Parameters<typeof startTokenSignIn>[1] = {},
): Promise<string> => {
  const { parameters } = readRedirect(await finishSignIn(browser, await startTokenSignIn(browser, query)));
  assert.ok(parameters.access_token, JSON.stringify(parameters));
  return parameters.access_token;
};
