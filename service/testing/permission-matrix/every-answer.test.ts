import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { PASSWORD } from '#service/testing/give-password.ts';
import { startService } from '#service/testing/start-service.ts';
import type { Call, Request, Things } from './call.ts';
import { callersByRole } from './callers.ts';
import { callsThatLetOneStay, everyCall } from './every-call.ts';
import { CLIENT_SECRET, furnish } from './furnish.ts';
import { namedThings, requestsOf } from './ids.ts';
import { send } from './send.ts';
import { someAtOnce } from './some-at-once.ts';

const BY_HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
const isAsking = ({ method }: Request) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

const BODIES = [
  '{',
  '[]',
  '"x"',
  '{"a":1e999}',
  '{"__proto__":{}}',
  '{"externalTaskIds":[{}],"fields":"x","id":[]}',
];
const JSON_BODY = { 'content-type': 'application/json' };
const ODD_HEADERS = { 'content-type': 'text/plain', 'if-match': 'x' };
const ODD_QUERY = '$filter=%27&limit=-1&limit=x&after=%27%3B--&wait=x&changeToken=x&text=%00';

/** The same in each way that no route wants it. */
const spoilt = (request: Request): Request[] => {
  const path = request.path.split('?', 1)[0]!;
  const bodies = BODIES.map((body) => ({ body, headers: { ...request.headers, ...JSON_BODY } }));
  return [
    { ...request, path: `${path}/nowhere/at/all` },
    { ...request, path: `${path}%zz` },
    { ...request, path: `${path}?${ODD_QUERY}` },
    ...(isAsking(request) ? [] : [...bodies, { body: 'x', headers: ODD_HEADERS }]).map((odd) => ({
      ...request,
      path,
      ...odd,
    })),
  ];
};

/** Ids of the kind that is tried by those who look for a way in. */
const HOSTILE = [
  "'; drop table task; --",
  '../../etc/passwd',
  '-1',
  '9'.repeat(200),
  '%F0%9F%92%A9',
  '${7*7}',
  '1e999',
];
const hostileThings = (value: string) => new Proxy({} as Things, { get: () => value });

test('every answer carries the security headers, on every route and in every error', async (t) => {
  const service = await startService(t, { trustProxy: ['loopback'] });
  const [admin] = await callersByRole({ service, organisation: service.organisation, mark: 'here' });
  const requests = everyCall.flatMap(({ request }) => [
    request(namedThings),
    ...spoilt(request(namedThings)),
  ]);
  const seen = new Set<number>();
  await someAtOnce(requests, async (request) => {
    const { status, headers } = await send(service.url, admin!.token, {
      ...request,
      headers: { ...request.headers, ...BY_HTTPS },
    });
    const what = `${status} ${request.method} ${request.path}`;
    seen.add(status);
    const policy = headers.get('content-security-policy') ?? '';
    // The portal shows a report in a frame of its own page.
    const isReport = status === 200 && /report\.pdf|shared\/reports/.test(request.path);
    const ancestors = status === 200 && /report\.pdf/.test(request.path) ? "'self'" : "'none'";
    for (const part of ["default-src 'none'", `frame-ancestors ${ancestors}`, "base-uri 'none'"])
      assert.ok(policy.includes(part), what);
    assert.match(policy, /; form-action '(none|self)'/, what);
    // The viewers of PDF that browsers bring have styles of their own.
    assert.equal(policy.includes('unsafe-inline'), isReport, what);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
    // A page with a form says where it comes from to this server, and to no other.
    assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/, what);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', what);
    // What cannot be read is answered before anybody asks a proxy's headers how the caller came.
    const strict = request.path.endsWith('%zz') ? null : 'max-age=15552000';
    assert.equal(headers.get('strict-transport-security'), strict, what);
    assert.equal(headers.get('access-control-allow-origin'), null, what);
  });
  for (const status of [200, 204, 302, 400, 404, 405, 415, 422]) assert.ok(seen.has(status), String(status));
});

test('no page of another origin may read any answer, nor is it told what it might send', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const [admin] = await callersByRole(here);
  const { bridges } = await furnish(here);
  const foreign = { origin: 'https://evil.example' };
  const asks = callsThatLetOneStay.flatMap(({ request }) => {
    const { method, path, headers, ...asked } = request(bridges);
    const wishes = {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,x-requested-with',
    };
    return [
      { ...asked, method, path, headers: { ...headers, ...foreign } },
      { method: 'OPTIONS', path, headers: { ...foreign, ...wishes } },
    ] as Request[];
  });
  for (const request of asks) {
    const { status, headers } = await send(service.url, admin!.token, request);
    const told = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(told, [], `${status} ${request.method} ${request.path}`);
  }
});

/** A browser may keep them, and asks each time whether it may still show them. */
const KEPT_BY_BROWSERS = /\/inspections\/[^/]+\/uploads\/[^/]+(\/thumbnail)?$/;
/** What tells of the server and of nobody. */
const OF_THE_SERVER = /^\/(docs|openapi\.json|health|metrics|inspect\/[\w-]+\.)/;

test('no answer about people or their work is kept by anybody', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const callers = (await callersByRole(here)).filter(({ name }) =>
    ['Administrator', 'Inspector', 'no role'].includes(name),
  );
  const trials = callsThatLetOneStay.flatMap((call) =>
    callers.map(({ token }) => ({ token, request: call.request(bridges) })),
  );
  const look = async ({ token, request }: (typeof trials)[number]) => {
    const { status, headers, text } = await send(service.url, token, request);
    if (OF_THE_SERVER.test(request.path) || (text === '' && !['GET', 'HEAD'].includes(request.method)))
      return;
    // Where somebody is led from a page: no cache keeps that of its own accord (RFC 9110, 15.4.4).
    if (status === 303) return;
    const kept = headers.get('cache-control') ?? 'as long as one likes';
    const what = `${status} ${request.method} ${request.path}: ${kept}`;
    if (status === 200 && KEPT_BY_BROWSERS.test(request.path)) assert.equal(kept, 'private, no-cache', what);
    else assert.match(kept, /\bno-store\b/, what);
  };
  // What changes something comes last, and in its order.
  for (const trial of trials.filter(({ request }) => isAsking(request))) await look(trial);
  for (const trial of trials.filter(({ request }) => !isAsking(request))) await look(trial);
});

/** Without these hardly anything works, but to know who calls. */
const TABLES = [
  'task',
  'inspection',
  'workbook',
  'content_type',
  'team',
  'login_provider',
  'upload',
  'user_role',
];

/** What only somebody finds who looks into the server. */
const INNARDS =
  /\.[cm]?[jt]s\b|node_modules|\bat \S+ \(|file:\/\/|\/(tmp|home|root|usr)\/|\bselect\b.+\bfrom\b|insert into|syntax error|relation "|column "|violates|constraint|pg_|kysely|ECONNREFUSED|undefined|\[object/i;

test('whatever is asked for, no error tells of files, SQL or the stack, and none is a fault of the server', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const [admin] = await callersByRole(here);
  const requestsFor = (call: Call) => [
    ...spoilt(call.request(bridges)),
    ...HOSTILE.flatMap((value) => requestsOf(call).map((request) => request(hostileThings(value)))),
  ];
  let errors = 0;
  const wrong: string[] = [];
  const provoke = async (request: Request) => {
    const { status, text } = await send(service.url, admin!.token, request);
    if (status < 400 && !text.includes('"success":false')) return;
    errors++;
    if (status >= 500 || INNARDS.test(text))
      wrong.push(`${request.method} ${request.path}: ${status} ${text.slice(0, 300)}`);
  };
  await someAtOnce(callsThatLetOneStay.filter(({ isAlone }) => !isAlone).flatMap(requestsFor), provoke);
  for (const request of callsThatLetOneStay.filter(({ isAlone }) => isAlone).flatMap(requestsFor))
    await provoke(request);
  assert.deepEqual(wrong, []);
  assert.ok(errors > 1_000, String(errors));
});

test('a fault of the server tells a request id and no more, on every route', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await furnish(here);
  const [admin] = await callersByRole(here);
  for (const table of TABLES)
    await run(service.database.db, `alter table ${table} rename to ${table}_away`, []);
  const faults = await someAtOnce(callsThatLetOneStay, async (call) => {
    const { status, headers, text } = await send(service.url, admin!.token, call.request(bridges));
    if (status !== 500) return undefined;
    assert.doesNotMatch(text, INNARDS, call.operation);
    if (text !== '') assert.ok(text.includes(headers.get('x-request-id')!), `${call.operation}: ${text}`);
    return call.operation;
  });
  const met = faults.filter((operation) => operation !== undefined);
  assert.ok(met.length > 60, `Only ${met.length} met a fault.`);
  const log = service.logged.join('');
  assert.match(log, /does not exist/);
  for (const secret of [admin!.token!, PASSWORD, CLIENT_SECRET, bridges.shareToken])
    assert.ok(!log.includes(secret));
});
