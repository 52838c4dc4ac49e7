import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { PASSWORD } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';
import { allCalls, callsWithoutSignOut } from './all-calls.ts';
import type { Call, RecordNames, Request } from './call.ts';
import { createCallersByRole } from './callers.ts';
import { listRequests, placeholderRecords } from './ids.ts';
import { runInParallel } from './run-in-parallel.ts';
import { send } from './send.ts';
import { CLIENT_SECRET, setUpRecords } from './set-up-records.ts';

const VIA_HTTPS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
const isReadRequest = ({ method }: Request) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

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

/** Creates variants of a request with unknown paths, odd query parameters and invalid bodies. */
const createInvalidVariants = (request: Request): Request[] => {
  const path = request.path.split('?', 1)[0]!;
  const bodies = BODIES.map((body) => ({ body, headers: { ...request.headers, ...JSON_BODY } }));
  return [
    { ...request, path: `${path}/nowhere/at/all` },
    { ...request, path: `${path}%zz` },
    { ...request, path: `${path}?${ODD_QUERY}` },
    ...(isReadRequest(request) ? [] : [...bodies, { body: 'x', headers: ODD_HEADERS }]).map(
      (invalidPart) => ({
        ...request,
        path,
        ...invalidPart,
      }),
    ),
  ];
};

/** Values that attackers might try as IDs. */
const HOSTILE_VALUES = [
  "'; drop table task; --",
  '../../etc/passwd',
  '-1',
  '9'.repeat(200),
  '%F0%9F%92%A9',
  '${7*7}',
  '1e999',
];
const createHostileNames = (value: string) => new Proxy({} as RecordNames, { get: () => value });

test('responses have the security headers on every route, including errors', async (t) => {
  const service = await startService(t, { trustProxy: ['loopback'] });
  const [admin] = await createCallersByRole({ service, organisation: service.organisation, marker: 'here' });
  const requests = allCalls.flatMap(({ request }) => [
    request(placeholderRecords),
    ...createInvalidVariants(request(placeholderRecords)),
  ]);
  const statuses = new Set<number>();
  await runInParallel(requests, async (request) => {
    const { status, headers } = await send(service.url, admin!.token, {
      ...request,
      headers: { ...request.headers, ...VIA_HTTPS },
    });
    const description = `${status} ${request.method} ${request.path}`;
    statuses.add(status);
    const policy = headers.get('content-security-policy') ?? '';
    // The portal shows reports in a frame.
    const isReport = status === 200 && /report\.pdf|shared\/reports/.test(request.path);
    const ancestors = status === 200 && /report\.pdf/.test(request.path) ? "'self'" : "'none'";
    for (const directive of ["default-src 'none'", `frame-ancestors ${ancestors}`, "base-uri 'none'"])
      assert.ok(policy.includes(directive), description);
    assert.match(policy, /; form-action '(none|self)'/, description);
    // Browsers' PDF viewers use inline styles.
    assert.equal(policy.includes('unsafe-inline'), isReport, description);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', description);
    // A page with a form sends its origin only to this server.
    assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/, description);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', description);
    // A malformed URL is rejected before the proxy headers are evaluated.
    const expectedHsts = request.path.endsWith('%zz') ? null : 'max-age=15552000';
    assert.equal(headers.get('strict-transport-security'), expectedHsts, description);
    assert.equal(headers.get('access-control-allow-origin'), null, description);
  });
  for (const status of [200, 204, 303, 400, 404, 405, 415, 422])
    assert.ok(statuses.has(status), String(status));
});

test('no response has CORS headers, so pages from other origins cannot read any', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const [admin] = await createCallersByRole(setup);
  const { bridges } = await setUpRecords(setup);
  const foreignOrigin = { origin: 'https://evil.example' };
  const requests = callsWithoutSignOut.flatMap(({ request }) => {
    const { method, path, headers, ...rest } = request(bridges);
    const preflightHeaders = {
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,x-requested-with',
    };
    return [
      { ...rest, method, path, headers: { ...headers, ...foreignOrigin } },
      { method: 'OPTIONS', path, headers: { ...foreignOrigin, ...preflightHeaders } },
    ] as Request[];
  });
  for (const request of requests) {
    const { status, headers } = await send(service.url, admin!.token, request);
    const corsHeaders = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(corsHeaders, [], `${status} ${request.method} ${request.path}`);
  }
});

/** Responses that browsers may cache but must always revalidate. */
const REVALIDATED_PATH_PATTERN = /\/inspections\/[^/]+\/uploads\/[^/]+(\/thumbnail)?$/;
/** Responses about the server, without personal data. */
const PUBLIC_PATH_PATTERN = /^\/(docs|favicon\.ico$|openapi\.json|health|metrics|(inspect|portal)\/[\w-]+\.)/;

test('responses with personal data are not cached, or are revalidated each time', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const callers = (await createCallersByRole(setup)).filter(({ name }) =>
    ['Administrator', 'Inspector', 'no role'].includes(name),
  );
  const attempts = callsWithoutSignOut.flatMap((call) =>
    callers.map(({ token }) => ({ token, request: call.request(bridges) })),
  );
  const checkCaching = async ({ token, request }: (typeof attempts)[number]) => {
    const { status, headers, text } = await send(service.url, token, request);
    if (PUBLIC_PATH_PATTERN.test(request.path) || (text === '' && !['GET', 'HEAD'].includes(request.method)))
      return;
    // A redirect from a page. Caches do not store a 303 by default (RFC 9110, 15.4.4).
    if (status === 303) return;
    const cacheControl = headers.get('cache-control') ?? 'not set';
    const description = `${status} ${request.method} ${request.path}: ${cacheControl}`;
    if (status === 200 && REVALIDATED_PATH_PATTERN.test(request.path))
      assert.equal(cacheControl, 'private, no-cache', description);
    else assert.match(cacheControl, /\bno-store\b/, description);
  };
  // Requests with side effects run last, one at a time.
  for (const attempt of attempts.filter(({ request }) => isReadRequest(request))) await checkCaching(attempt);
  for (const attempt of attempts.filter(({ request }) => !isReadRequest(request)))
    await checkCaching(attempt);
});

/** Tables that nearly all calls need, other than those for authentication. */
const ESSENTIAL_TABLES = [
  'task',
  'inspection',
  'workbook',
  'content_type',
  'team',
  'login_provider',
  'upload',
  'user_role',
];

/** Text that reveals server internals. */
const INTERNALS_PATTERN =
  /\.[cm]?[jt]s\b|node_modules|\bat \S+ \(|file:\/\/|\/(tmp|home|root|usr)\/|\bselect\b.+\bfrom\b|insert into|syntax error|relation "|column "|violates|constraint|pg_|kysely|ECONNREFUSED|undefined|\[object/i;

test('error messages reveal no file paths, SQL or stack traces, and no request causes a server error', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const [admin] = await createCallersByRole(setup);
  const createInvalidRequests = (call: Call) => [
    ...createInvalidVariants(call.request(bridges)),
    ...HOSTILE_VALUES.flatMap((value) =>
      listRequests(call).map((request) => request(createHostileNames(value))),
    ),
  ];
  let errorCount = 0;
  const failures: string[] = [];
  const sendInvalid = async (request: Request) => {
    const { status, text } = await send(service.url, admin!.token, request);
    if (status < 400 && !text.includes('"success":false')) return;
    errorCount++;
    if (status >= 500 || INTERNALS_PATTERN.test(text))
      failures.push(`${request.method} ${request.path}: ${status} ${text.slice(0, 300)}`);
  };
  await runInParallel(
    callsWithoutSignOut.filter(({ mustRunAlone }) => !mustRunAlone).flatMap(createInvalidRequests),
    sendInvalid,
  );
  for (const request of callsWithoutSignOut
    .filter(({ mustRunAlone }) => mustRunAlone)
    .flatMap(createInvalidRequests))
    await sendInvalid(request);
  assert.deepEqual(failures, []);
  assert.ok(errorCount > 1_000, String(errorCount));
});

test('the response to an internal error reveals only a request ID, on every route', async (t) => {
  const service = await startService(t);
  const setup = { service, organisation: service.organisation, marker: 'here' };
  const { bridges } = await setUpRecords(setup);
  const [admin] = await createCallersByRole(setup);
  for (const table of ESSENTIAL_TABLES)
    await run(service.database.db, `alter table ${table} rename to ${table}_away`, []);
  const results = await runInParallel(callsWithoutSignOut, async (call) => {
    const { status, headers, text } = await send(service.url, admin!.token, call.request(bridges));
    if (status !== 500) return undefined;
    assert.doesNotMatch(text, INTERNALS_PATTERN, call.operation);
    if (text !== '') assert.ok(text.includes(headers.get('x-request-id')!), `${call.operation}: ${text}`);
    return call.operation;
  });
  const failedOperations = results.filter((operation) => operation !== undefined);
  assert.ok(failedOperations.length > 60, `Only ${failedOperations.length} calls failed.`);
  const log = service.logLines.join('');
  assert.match(log, /does not exist/);
  for (const secret of [admin!.token!, PASSWORD, CLIENT_SECRET, bridges.shareToken])
    assert.ok(!log.includes(secret));
});
