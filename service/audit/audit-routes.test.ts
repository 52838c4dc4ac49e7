import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import { run } from '#service/database/statement.ts';
import { type AuditEntry, recordAudit } from '#service/identity/audit/record-audit.ts';
import type { Caller } from '#service/testing/caller.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const EVENTS = '/api/v1/audit-events';

const listEvents = async (caller: Caller, query = '') => {
  const { status, body } = await caller.get(`${EVENTS}${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.events as Record<string, unknown>[];
};

const signIn = (service: TestService, form: Record<string, string>) =>
  fetch(`${service.url}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Field app 2.1' },
    body: new URLSearchParams(form),
  });

const createWrongPasswordForm = (username: string, tenancyName = 'default') => ({
  grant_type: 'password',
  username,
  password: 'certainly wrong',
  tenancyName,
});

/** Writes entries to the audit log as if the actions had happened. */
const addEntries = async ({ database, organisation }: TestService, entries: AuditEntry[]) => {
  const origin = { channel: 'command line', ipAddress: null, userAgent: null, requestId: null } as const;
  for (const entry of entries) {
    const actor = { tenantId: organisation.tenantId, userId: null, userName: null, clientId: null, origin };
    await recordAudit(database.db, actor, entry);
  }
};

test('a wrong password is recorded in the audit log, with the user name, IP address and user agent', async (t) => {
  const service = await startService(t);
  const response = await signIn(service, createWrongPasswordForm('Anna'));
  const [event] = await listEvents(await service.as('admin'), '?kind=sign-in.failed');
  const { id, occurredAt, ...otherFields } = event!;
  assert.deepEqual(await listEvents(await service.as('admin'), `?id=${id}`), [event]);
  assert.deepEqual(await listEvents(await service.asOtherTenant('admin'), `?id=${id}`), []);
  assert.match(String(id), /^\d+$/);
  assert.match(String(occurredAt), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual(otherFields, {
    kind: 'sign-in.failed',
    actorId: service.organisation.userIds.anna,
    actorName: 'Anna',
    clientId: null,
    channel: 'http',
    targetType: null,
    targetId: null,
    targetName: null,
    ipAddress: '127.0.0.1',
    userAgent: 'Field app 2.1',
    requestId: response.headers.get('x-request-id'),
    details: { by: 'password' },
  });
});

test('an unknown user name is logged exactly as entered, in a single event', async (t) => {
  const service = await startService(t);
  await signIn(service, createWrongPasswordForm('nobody\r\n2026-01-01,sign-in.succeeded,admin'));
  const admin = await service.as('admin');
  const lines = await admin.request('GET', EVENTS, undefined, { accept: 'application/x-ndjson' });
  const loggedEvents = lines.body
    .trimEnd()
    .split('\n')
    .map((line: string) => JSON.parse(line));
  assert.deepEqual(
    loggedEvents.map(({ actorName }: { actorName: string }) => actorName),
    ['nobody\r\n2026-01-01,sign-in.succeeded,admin'],
  );
  const csv = await admin.get(`${EVENTS}.csv`);
  const rows = parse(csv.bytes, { bom: true, columns: true }) as Record<string, string>[];
  assert.deepEqual(
    rows.map(({ kind, actorName }) => [kind, actorName]),
    [['sign-in.failed', 'nobody\r\n2026-01-01,sign-in.succeeded,admin']],
  );
});

test('a failed sign-in to an unknown tenant is not logged, and the response is the same as for any tenant', async (t) => {
  const service = await startService(t);
  const response = await signIn(service, createWrongPasswordForm('anna', 'nowhere'));
  assert.equal(response.status, 400);
  assert.deepEqual(await listEvents(await service.as('admin')), []);
});

test('requests without permission are logged at most once a minute for each user and route', async (t) => {
  const service = await startService(t);
  const [anna, viewer] = [await service.as('anna'), await service.as('viewer')];
  for (const caller of [anna, anna, viewer]) assert.equal((await caller.get('/api/v1/users')).status, 403);
  assert.equal((await anna.get(EVENTS)).status, 403);
  const events = await listEvents(await service.as('admin'), '?kind=access.denied');
  assert.deepEqual(
    events.map(({ actorName, targetName }) => [actorName, targetName]),
    [
      ['anna', 'GET /api/v1/audit-events'],
      ['viewer', 'GET /api/v1/users'],
      ['anna', 'GET /api/v1/users'],
    ],
  );
  const reason = 'You are not authorized: the permission Audit.Read is needed.';
  assert.deepEqual(events[0]!.details, { reason });
});

test('the audit log can be filtered by kind, area, actor, target, IP address and time', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  await signIn(service, createWrongPasswordForm('anna'));
  await addEntries(service, [
    { kind: 'user.disabled', target: { type: 'user', id: 7, name: 'bram' } },
    { kind: 'user.enabled', target: { type: 'user', id: 8, name: 'carla' } },
    { kind: 'role.edited', target: { type: 'role', id: 7, name: 'Planner' } },
  ]);
  const listKinds = async (query: string) => (await listEvents(admin, query)).map(({ kind }) => kind);
  assert.deepEqual(await listKinds('?kind=user.disabled'), ['user.disabled']);
  assert.deepEqual(await listKinds('?kind=user'), ['user.enabled', 'user.disabled']);
  assert.deepEqual(await listKinds('?actor=ANNA'), ['sign-in.failed']);
  assert.deepEqual(await listKinds('?targetId=7'), ['role.edited', 'user.disabled']);
  assert.deepEqual(await listKinds('?targetType=user&targetId=7'), ['user.disabled']);
  assert.deepEqual(await listKinds('?ipAddress=127.0.0.1'), ['sign-in.failed']);
  assert.deepEqual(await listKinds('?to=2000-01-01T00:00:00Z'), []);
  assert.equal((await listKinds('?from=2000-01-01T00:00:00Z')).length, 4);
});

test('an invalid filter is rejected with an error that names the filter and says what was expected', async (t) => {
  const admin = await (await startService(t)).as('admin');
  for (const [query, field, expected] of [
    ['?kind=user.disable', 'kind', "Did you mean 'user.disabled'?"],
    ['?kind=everything', 'kind', 'a kind of event, or the part before the dot'],
    ['?targetType=person', 'targetType', 'one of user, role'],
    ['?from=yesterday', 'from', 'a date and time with time zone'],
    ['?after=bm90IGFuIGlk', 'after', "the value of 'next' from the previous page"],
    ['?since=2026-01-01', 'since', 'Known fields: after, limit'],
  ] as const) {
    const { status, body } = await admin.get(EVENTS + query);
    assert.equal(status, 422, query);
    assert.equal(body.errors[0].field, field);
    assert.ok(body.errors[0].message.includes(expected), body.errors[0].message);
  }
  const { body } = await admin.get('/api/v1/users?isActive=yes');
  assert.equal(body.errors[0].message, 'The field \'isActive\' must be true or false; "yes" was given.');
});

test('the audit log is paginated, newest first, and lists every event once', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const names = Array.from({ length: 7 }, (_, index) => `role ${index}`);
  await addEntries(
    service,
    names.map((name, index) => ({ kind: 'role.edited', target: { type: 'role', id: index, name } })),
  );
  const targetNames: unknown[] = [];
  for (let query = '?limit=3'; ; ) {
    const { body } = await admin.get(EVENTS + query);
    targetNames.push(...body.events.map(({ targetName }: { targetName: string }) => targetName));
    if (body.next === null) break;
    query = `?limit=3&after=${body.next}`;
  }
  assert.deepEqual(targetNames, names.toReversed());
});

test('an organisation’s audit log is not visible to other organisations', async (t) => {
  const service = await startService(t);
  await signIn(service, createWrongPasswordForm('anna'));
  assert.deepEqual(await listEvents(await service.asOtherTenant('admin')), []);
});

test('the service cannot change or delete entries in the audit log', async (t) => {
  const service = await startService(t);
  await signIn(service, createWrongPasswordForm('anna'));
  const { db } = service.database;
  for (const statement of [
    `update audit_event set actor_name = 'another user'`,
    'delete from audit_event',
    'truncate audit_event',
  ]) {
    await assert.rejects(run(db, statement, []), { code: '42501' }, statement);
  }
  assert.equal((await listEvents(await service.as('admin'))).length, 1);
});
