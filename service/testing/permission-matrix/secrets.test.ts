import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';
import { allCalls, callsWithoutSignOut } from './all-calls.ts';
import type { Request } from './call.ts';
import { ANONYMOUS, createCallersByRole } from './callers.ts';
import { findExpectedResponse } from './find-expected-response.ts';
import { listRequests } from './ids.ts';
import { runInParallel } from './run-in-parallel.ts';
import { send, summarizeReply } from './send.ts';
import { addDevice, CLIENT_SECRET, openBrowser, setUpRecords } from './set-up-records.ts';

const addQuery = (request: Request, parameters: Record<string, string>): Request => {
  const separator = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${separator}${new URLSearchParams(parameters)}` };
};

test('a token in the URL or a cookie is ignored on every route', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const [admin] = await createCallersByRole(setup);
  const token = admin!.token!;
  const protectedCalls = allCalls.filter(({ access }) => access !== 'anonymous');
  await runInParallel(protectedCalls, async (call) => {
    const request = call.request(bridges);
    const expected = findExpectedResponse(call, ANONYMOUS, 'own team');
    const requestWithQuery = addQuery(request, { access_token: token, authorization: `Bearer ${token}` });
    const cookie = `access_token=${token}; ronda-session=${token}; __Host-ronda-session=${token}`;
    const requestWithCookie = { ...request, headers: { ...request.headers, cookie } };
    for (const attempt of [requestWithQuery, requestWithCookie])
      assert.equal(
        summarizeReply(attempt, await send(service.url, undefined, attempt)),
        expected,
        call.operation,
      );
  });
});

test('no route logs secrets', async (t) => {
  const service = await startService(t);
  const { url, organisation, logLines } = service;
  const setup = { service, organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const callers = await createCallersByRole(setup);
  const { cookie } = await openBrowser(setup, 'admin');
  const sessionToken = cookie.split('=')[1]!;
  const device = await addDevice(setup, 'admin');
  const deviceToken = device.cookie.split('=')[1]!;
  const secrets = [
    PASSWORD,
    CLIENT_SECRET,
    bridges.shareToken,
    bridges.linkToken,
    sessionToken,
    deviceToken,
    ...callers.flatMap(({ token }) => token ?? []),
  ];

  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const signIn = { username: 'anna', password: PASSWORD, tenancyName: 'default' };
  const tokenResponse = await send(url, undefined, {
    method: 'POST',
    path: '/token',
    body: new URLSearchParams({ grant_type: 'password', ...signIn }).toString(),
    headers: form,
  });
  secrets.push(JSON.parse(tokenResponse.text).access_token);
  const signInResponse = await send(url, undefined, {
    method: 'POST',
    path: '/sign-in',
    body: new URLSearchParams(signIn).toString(),
    headers: form,
  });
  assert.equal(signInResponse.status, 303);
  secrets.push(/=([^;]+)/.exec(signInResponse.headers.get('set-cookie')!)![1]!);

  const admin = callers[0]!.token!;
  const queryWithSecrets = {
    access_token: admin,
    password: PASSWORD,
    client_secret: CLIENT_SECRET,
    state: sessionToken,
  };
  for (const call of callsWithoutSignOut) {
    for (const createRequest of listRequests(call)) {
      const request = addQuery(createRequest(bridges), queryWithSecrets);
      const reply = await send(url, admin, {
        ...request,
        headers: { ...request.headers, cookie: `${cookie}; ${device.cookie}` },
      });
      const createdSecret = /"(?:clientSecret|url)":"([^"]{20,})"/.exec(reply.text)?.[1];
      if (createdSecret && request.method === 'POST') secrets.push(createdSecret.split('/').at(-1)!);
    }
  }
  // This invalid request contains a secret, and errors are logged with their cause.
  await send(url, admin, {
    method: 'POST',
    path: '/api/v1/login-providers',
    body: { clientSecret: CLIENT_SECRET },
  });
  assert.ok(logLines.length > allCalls.length, String(logLines.length));
  assert.ok(secrets.length > 12 && secrets.every((secret) => secret.length > 15));
  const log = logLines.join('');
  for (const secret of secrets)
    for (const encoded of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      assert.ok(!log.includes(encoded), `${encoded} is in the log.`);
});
