import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import { type BrowserAnswer, createPlainBrowser, type PlainBrowser } from './plain-browser.ts';
import type { WsFederationProvider } from './ws-federation-provider.ts';

/*
 * The way of a browser through a sign-in by WS-Federation, in steps, so that a test may leave it where an attacker would.
 */

/** Sets a provider up, switched on and called ADFS unless the test says otherwise. */
export const setUpWsFederation = async (
  admin: Caller,
  { issuer, signInUrl, certificate }: WsFederationProvider,
  otherwise: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> => {
  const { status, body } = await admin.post('/api/v1/login-providers', {
    name: 'ADFS',
    type: 'wsfederation',
    isEnabled: true,
    issuer,
    signInUrl,
    certificates: [certificate],
    ...otherwise,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

/** What a browser posts when the button of a page is pressed. */
export type PageForm = { action: string; fields: Record<string, string> };

export const formOf = (page: string): PageForm => {
  const text = (html: string) =>
    html
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&#10;', '\r\n')
      .replaceAll('&amp;', '&');
  const inputs = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
  return {
    action: text(/ action="([^"]*)"/.exec(page)![1]!),
    fields: Object.fromEntries(Array.from(inputs, ([, name, value]) => [name!, text(value!)])),
  };
};

/** A sign-in that is under way: the browser is at the provider, and the provider has its answer ready. */
export type Begun = {
  /** The caller's own. */
  state: string;
  start: BrowserAnswer;
  /** The provider's, as it was asked. */
  address: URL;
  form: PageForm;
};

/** As an application does: asks how one may sign in, and opens the address of one of the ways. */
export const beginForToken = async (
  browser: PlainBrowser,
  { name = 'ADFS', ...query }: { name?: string; tenancyName?: string; returnUrl?: string } = {},
): Promise<Begun> => {
  const asked = new URLSearchParams({ returnUrl: '/', generateState: 'false', ...query });
  const logins = JSON.parse((await browser.get(`/api/account/externalLogins?${asked}`)).text);
  const { url, state } = logins.find((login: { name: string }) => login.name === name);
  return arriveAtProvider(await browser.get(url), state);
};

/** As somebody does who presses a link of the sign-in page. */
export const beginForSession = async (
  browser: PlainBrowser,
  query: { provider?: string; returnTo?: string; tenancyName?: string } = {},
): Promise<Begun> =>
  arriveAtProvider(
    await browser.get(`/sign-in/with?${new URLSearchParams({ provider: 'ADFS', ...query })}`),
    '',
  );

/** Opens the page at the provider to which a browser was sent. */
export const arriveAtProvider = async (start: BrowserAnswer, state = ''): Promise<Begun> => {
  assert.equal(start.status, 302, start.text);
  const address = new URL(start.location!);
  return { state, start, address, form: formOf(await (await fetch(address)).text()) };
};

/** Posts what the provider says. From another site browsers send no cookie of ours with a post. */
export const deliver = async ({ form }: Pick<Begun, 'form'>): Promise<BrowserAnswer> => {
  const withoutCookies = createPlainBrowser(form.action);
  const answer = await withoutCookies.post(form.action, form.fields, { 'sec-fetch-site': 'cross-site' });
  assert.equal(withoutCookies.cookies.size, 0, 'an answer to another site sets no cookie');
  return answer;
};

/** Posts what the provider says and comes back to where it leads. */
export const comeBack = async (browser: PlainBrowser, begun: Pick<Begun, 'form'>): Promise<BrowserAnswer> => {
  const { status, location, text } = await deliver(begun);
  assert.equal(status, 303, text);
  return browser.get(location!);
};

/** Where a sign-in ended, and what is said there in the fragment. */
export const readEnd = ({ status, location, headers, text }: BrowserAnswer) => {
  assert.equal(status, 302, text);
  assert.equal(headers.get('cache-control'), 'no-store');
  const [address, fragment = ''] = location!.split('#', 2);
  const members = fragment.split('&').map((member) => member.split('=', 2).map(decodeURIComponent));
  return { address, said: Object.fromEntries(members) as Record<string, string> };
};

/** The access token of somebody who signs in by the provider. */
export const signInForToken = async (
  browser: PlainBrowser,
  wish: Parameters<typeof beginForToken>[1] = {},
): Promise<string> => {
  const { said } = readEnd(await comeBack(browser, await beginForToken(browser, wish)));
  assert.ok(said.access_token, JSON.stringify(said));
  return said.access_token;
};
