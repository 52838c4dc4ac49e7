import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { PASSWORD } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';
import type { Call, RecordNames, Request } from './call.ts';
import { callersByRole } from './callers.ts';
import { callsWithoutSignOut, everyCall } from './every-call.ts';
import { placeholderNames, requestsOf } from './ids.ts';
import { inParallel } from './in-parallel.ts';
import { send } from './send.ts';
import { CLIENT_SECRET, setUpRecords } from './set-up-records.ts';

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

/** Variants of a request that no route accepts. */
const invalidVariants = (request: Request): Request[] => {
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

/** Ids that attackers try. */
const HOSTILE = [
  "'; drop table task; --",
  '../../etc/passwd',
  '-1',
  '9'.repeat(200),
  '%F0%9F%92%A9',
  '${7*7}',
  '1e999',
];
const hostileNames = (value: string) => new Proxy({} as RecordNames, { get: () => value });

test('every response has the security headers, on every route and in every error', async (t) => {
  const service = await startService(t, { trustProxy: ['loopback'] });
  const [admin] = await callersByRole({ service, organisation: service.organisation, mark: 'here' });
  const requests = everyCall.flatMap(({ request }) => [
    request(placeholderNames),
    ...invalidVariants(request(placeholderNames)),
  ]);
  const seen = new Set<number>();
  await inParallel(requests, async (request) => {
    const { status, headers } = await send(service.url, admin!.token, {
      ...request,
      headers: { ...request.headers, ...BY_HTTPS },
    });
    const what = `${status} ${request.method} ${request.path}`;
    seen.add(status);
    const policy = headers.get('content-security-policy') ?? '';
    // The portal shows reports in a frame on its own page.
    const isReport = status === 200 && /report\.pdf|shared\/reports/.test(request.path);
    const ancestors = status === 200 && /report\.pdf/.test(request.path) ? "'self'" : "'none'";
    for (const part of ["default-src 'none'", `frame-ancestors ${ancestors}`, "base-uri 'none'"])
      assert.ok(policy.includes(part), what);
    assert.match(policy, /; form-action '(none|self)'/, what);
    // PDF viewers of browsers use inline styles.
    assert.equal(policy.includes('unsafe-inline'), isReport, what);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
    // A page with a form sends its origin to this server only.
    assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/, what);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', what);
    // A malformed address is rejected before the proxy headers are evaluated.
    const strict = request.path.endsWith('%zz') ? null : 'max-age=15552000';
    assert.equal(headers.get('strict-transport-security'), strict, what);
    assert.equal(headers.get('access-control-allow-origin'), null, what);
  });
  for (const status of [200, 204, 302, 400, 404, 405, 415, 422]) assert.ok(seen.has(status), String(status));
});

test('pages of other origins cannot read responses and receive no CORS headers', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const [admin] = await callersByRole(here);
  const { bridges } = await setUpRecords(here);
  const foreign = { origin: 'https://evil.example' };
  const asks = callsWithoutSignOut.flatMap(({ request }) => {
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
    const corsHeaders = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(corsHeaders, [], `${status} ${request.method} ${request.path}`);
  }
});

/** Browsers may cache these but must revalidate them each time. */
const CACHED_BY_BROWSERS = /\/inspections\/[^/]+\/uploads\/[^/]+(\/thumbnail)?$/;
/** Responses about the server, without personal data. */
const ABOUT_SERVER = /^\/(docs|favicon\.ico$|openapi\.json|health|metrics|(inspect|portal)\/[\w-]+\.)/;

test('responses about people or their work are never cached', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const callers = (await callersByRole(here)).filter(({ name }) =>
    ['Administrator', 'Inspector', 'no role'].includes(name),
  );
  const trials = callsWithoutSignOut.flatMap((call) =>
    callers.map(({ token }) => ({ token, request: call.request(bridges) })),
  );
  const look = async ({ token, request }: (typeof trials)[number]) => {
    const { status, headers, text } = await send(service.url, token, request);
    if (ABOUT_SERVER.test(request.path) || (text === '' && !['GET', 'HEAD'].includes(request.method))) return;
    // Redirects from pages: caches do not store a 303 by default (RFC 9110, 15.4.4).
    if (status === 303) return;
    const kept = headers.get('cache-control') ?? 'not set';
    const what = `${status} ${request.method} ${request.path}: ${kept}`;
    if (status === 200 && CACHED_BY_BROWSERS.test(request.path))
      assert.equal(kept, 'private, no-cache', what);
    else assert.match(kept, /\bno-store\b/, what);
  };
  // Changing requests run last and in order.
  for (const trial of trials.filter(({ request }) => isAsking(request))) await look(trial);
  for (const trial of trials.filter(({ request }) => !isAsking(request))) await look(trial);
});

/** Tables without which hardly any call works except authentication. */
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

/** Text that exposes internals of the server. */
const INTERNALS =
  /\.[cm]?[jt]s\b|node_modules|\bat \S+ \(|file:\/\/|\/(tmp|home|root|usr)\/|\bselect\b.+\bfrom\b|insert into|syntax error|relation "|column "|violates|constraint|pg_|kysely|ECONNREFUSED|undefined|\[object/i;

test('errors expose no files, SQL or stack traces, and no request causes a server error', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const [admin] = await callersByRole(here);
  const requestsFor = (call: Call) => [
    ...invalidVariants(call.request(bridges)),
    ...HOSTILE.flatMap((value) => requestsOf(call).map((request) => request(hostileNames(value)))),
  ];
  let errors = 0;
  const wrong: string[] = [];
  const provoke = async (request: Request) => {
    const { status, text } = await send(service.url, admin!.token, request);
    if (status < 400 && !text.includes('"success":false')) return;
    errors++;
    if (status >= 500 || INTERNALS.test(text))
      wrong.push(`${request.method} ${request.path}: ${status} ${text.slice(0, 300)}`);
  };
  await inParallel(callsWithoutSignOut.filter(({ runsAlone }) => !runsAlone).flatMap(requestsFor), provoke);
  for (const request of callsWithoutSignOut.filter(({ runsAlone }) => runsAlone).flatMap(requestsFor))
    await provoke(request);
  assert.deepEqual(wrong, []);
  assert.ok(errors > 1_000, String(errors));
});

test('internal errors show only a request id, on every route', async (t) => {
  const service = await startService(t);
  const here = { service, organisation: service.organisation, mark: 'here' };
  const { bridges } = await setUpRecords(here);
  const [admin] = await callersByRole(here);
  for (const table of TABLES)
    await run(service.database.db, `alter table ${table} rename to ${table}_away`, []);
  const issues = await inParallel(callsWithoutSignOut, async (call) => {
    const { status, headers, text } = await send(service.url, admin!.token, call.request(bridges));
    if (status !== 500) return undefined;
    assert.doesNotMatch(text, INTERNALS, call.operation);
    if (text !== '') assert.ok(text.includes(headers.get('x-request-id')!), `${call.operation}: ${text}`);
    return call.operation;
  });
  const met = issues.filter((operation) => operation !== undefined);
  assert.ok(met.length > 60, `Only ${met.length} calls failed.`);
  const log = service.logged.join('');
  assert.match(log, /does not exist/);
  for (const secret of [admin!.token!, PASSWORD, CLIENT_SECRET, bridges.shareToken])
    assert.ok(!log.includes(secret));
});
