import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { makeSigningIdentity } from './signing-identity.ts';
import { type AnswerOptions, ordinaryAnswer, writeAnswer } from './ws-federation-answer.ts';

/** An identity provider of WS-Federation on this machine, as its relying party is told of it. */
export type WsFederationProvider = {
  issuer: string;
  signInUrl: string;
  /** PEM, as it is configured. */
  certificate: string;
  /** From now on this is who signs in, and what else its answers say otherwise than usual. */
  signsIn(userName: string, answer?: Partial<AnswerOptions>): void;
};

/**
 * Starts one that signs in whom the test wants, without asking. Its sign-in page is a form that is posted back to the
 * relying party when its button is pressed; every answer has an id of its own.
 */
export const startWsFederationProvider = async (t: TestContext): Promise<WsFederationProvider> => {
  const identity = makeSigningIdentity();
  let answer: Partial<AnswerOptions> = {};
  let issued = 0;
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
    const wreply = asked.get('wreply');
    const wtrealm = asked.get('wtrealm');
    const isSignIn = request.method === 'GET' && asked.get('wa') === 'wsignin1.0';
    if (!isSignIn || !wreply || !wtrealm) return refuse(request, response);
    issued += 1;
    const wresult = writeAnswer({
      ...ordinaryAnswer(identity, new Date()),
      issuer,
      audiences: [[wtrealm]],
      id: `_${process.pid}-${Date.now()}-${issued}`,
      ...answer,
    });
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(signInPage(wreply, { wa: 'wsignin1.0', wresult, wctx: asked.get('wctx') ?? '' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/adfs`;
  const issuer = `${base}/services/trust`;
  return {
    issuer,
    signInUrl: `${base}/ls/`,
    certificate: identity.certificate,
    signsIn(userName, otherwise = {}) {
      answer = { subject: userName, ...otherwise };
    },
  };
};

const refuse = (request: IncomingMessage, response: ServerResponse) => {
  response.statusCode = 400;
  response.end(`This is no request to sign in: ${request.method} ${request.url}`);
};

const signInPage = (action: string, fields: Readonly<Record<string, string>>) => {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${inHtml(value)}">`,
  );
  return `<!doctype html><html lang="en"><title>Signing in</title><form method="post" action="${inHtml(action)}">
${inputs.join('\n')}
<button type="submit">Continue</button></form></html>`;
};

const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
