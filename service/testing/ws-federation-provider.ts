import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createSigningIdentity } from './signing-identity.ts';
import { createDefaultOptions, type ResponseOptions, writeResponse } from './ws-federation-response.ts';

/** A local WS-Federation identity provider. */
export type WsFederationProvider = {
  issuer: string;
  signInUrl: string;
  /** PEM, as in the configuration. */
  certificate: string;
  /** Sets the user, and other response options, for all subsequent sign-ins. */
  setUser(userName: string, overrides?: Partial<ResponseOptions>): void;
};

/**
 * Starts a provider that signs in the user selected by the test without interaction. Its sign-in page is a form posted to
 * the relying party. Every response has a unique ID.
 */
export const startWsFederationProvider = async (t: TestContext): Promise<WsFederationProvider> => {
  const identity = createSigningIdentity();
  let options: Partial<ResponseOptions> = {};
  let responseCount = 0;
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
    const wreply = query.get('wreply');
    const wtrealm = query.get('wtrealm');
    const isSignIn = request.method === 'GET' && query.get('wa') === 'wsignin1.0';
    if (!isSignIn || !wreply || !wtrealm) return rejectRequest(request, response);
    responseCount += 1;
    const wresult = writeResponse({
      ...createDefaultOptions(identity, new Date()),
      issuer,
      audiences: [[wtrealm]],
      id: `_${process.pid}-${Date.now()}-${responseCount}`,
      ...options,
    });
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(formatSignInPage(wreply, { wa: 'wsignin1.0', wresult, wctx: query.get('wctx') ?? '' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/adfs`;
  const issuer = `${baseUrl}/services/trust`;
  return {
    issuer,
    signInUrl: `${baseUrl}/ls/`,
    certificate: identity.certificate,
    setUser(userName, overrides = {}) {
      options = { subject: userName, ...overrides };
    },
  };
};

const rejectRequest = (request: IncomingMessage, response: ServerResponse) => {
  response.statusCode = 400;
  response.end(`Not a sign-in request: ${request.method} ${request.url}`);
};

const formatSignInPage = (action: string, fields: Readonly<Record<string, string>>) => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<!doctype html><html lang="en"><title>Signing in</title><form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<button type="submit">Continue</button></form></html>`;
};

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
