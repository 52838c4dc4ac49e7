import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';
import type { Request } from './call.ts';
import { ANONYMOUS, callersByRole } from './callers.ts';
import { callsWithoutSignOut, everyCall } from './every-call.ts';
import { expectedResponse } from './expected-response.ts';
import { requestsOf } from './ids.ts';
import { inParallel } from './in-parallel.ts';
import { responseOf, send } from './send.ts';
import { addDevice, CLIENT_SECRET, openBrowser, setUpRecords } from './set-up-records.ts';

const withQuery = (request: Request, members: Record<string, string>): Request => {
  const sign = request.path.includes('?') ? '&' : '?';
  return { ...request, path: `${request.path}${sign}${new URLSearchParams(members)}` };
};

test('a token in the address or in a cookie is ignored on every route', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const [admin] = await callersByRole(here);
  const token = admin!.token!;
  const guarded = everyCall.filter(({ needs }) => needs !== 'anonymous');
  await inParallel(guarded, async (call) => {
    const request = call.request(bridges);
    const expected = expectedResponse(call, ANONYMOUS, 'own team');
    const inQuery = withQuery(request, { access_token: token, authorization: `Bearer ${token}` });
    const cookie = `access_token=${token}; ronda-session=${token}; __Host-ronda-session=${token}`;
    const inCookie = { ...request, headers: { ...request.headers, cookie } };
    for (const asked of [inQuery, inCookie])
      assert.equal(responseOf(asked, await send(service.url, undefined, asked)), expected, call.operation);
  });
});

test('no secret reaches the log, on any route', async (t) => {
  const service = await startService(t);
  const { url, organisation, logged } = service;
  const here = { service, organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const callers = await callersByRole(here);
  const { cookie } = await openBrowser(here, 'admin');
  const sessionToken = cookie.split('=')[1]!;
  const device = await addDevice(here, 'admin');
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
  const earned = await send(url, undefined, {
    method: 'POST',
    path: '/token',
    body: new URLSearchParams({ grant_type: 'password', ...signIn }).toString(),
    headers: form,
  });
  secrets.push(JSON.parse(earned.text).access_token);
  const entered = await send(url, undefined, {
    method: 'POST',
    path: '/sign-in',
    body: new URLSearchParams(signIn).toString(),
    headers: form,
  });
  assert.equal(entered.status, 303);
  secrets.push(/=([^;]+)/.exec(entered.headers.get('set-cookie')!)![1]!);

  const admin = callers[0]!.token!;
  const inAllPlaces = {
    access_token: admin,
    password: PASSWORD,
    client_secret: CLIENT_SECRET,
    state: sessionToken,
  };
  for (const call of callsWithoutSignOut) {
    for (const request of requestsOf(call)) {
      const asked = withQuery(request(bridges), inAllPlaces);
      const reply = await send(url, admin, {
        ...asked,
        headers: { ...asked.headers, cookie: `${cookie}; ${device.cookie}` },
      });
      const made = /"(?:clientSecret|url)":"([^"]{20,})"/.exec(reply.text)?.[1];
      if (made && asked.method === 'POST') secrets.push(made.split('/').at(-1)!);
    }
  }
  // Errors are logged together with their cause.
  await send(url, admin, {
    method: 'POST',
    path: '/api/v1/login-providers',
    body: { clientSecret: CLIENT_SECRET },
  });
  assert.ok(logged.length > everyCall.length, String(logged.length));
  assert.ok(secrets.length > 12 && secrets.every((secret) => secret.length > 15));
  const log = logged.join('');
  for (const secret of secrets)
    for (const written of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      assert.ok(!log.includes(written), `${written} is in the log.`);
});
