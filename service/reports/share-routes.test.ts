import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { givePassword } from '#service/testing/give-password.ts';
import { perform } from '#service/testing/perform.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { startDevice } from '#service/testing/start-device.ts';
import { startService } from '#service/testing/start-service.ts';

const FIELDS = [{ name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Hoogte' } } as const];

/** A completed inspection of anna's, and a planner of her team who shares its report. */
const sharing = async (t: TestContext, settings: Parameters<typeof startService>[1] = {}) => {
  const service = await startService(t, settings);
  const inspection = await perform(service, { fields: FIELDS });
  await inspection.answer({ Height: 4.5 });
  assert.equal((await inspection.complete()).status, 200);
  const planner = await service.as('coordinator');
  const path = `/api/v1/inspections/${inspection.id}/shares`;
  const share = async (draft: object = { expiresInDays: 30 }) => {
    const made = await planner.post(path, draft);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body as { id: string; url: string; expiresAt: string };
  };
  return {
    service,
    inspection,
    planner,
    path,
    share,
    open: (url: string) => service.stranger.get(new URL(url).pathname),
  };
};

test('whoever has the address of a share reads the report', async (t) => {
  const { service, share, open } = await sharing(t);
  const { url, expiresAt } = await share();
  assert.match(url, new RegExp(`^${service.url}/shared/reports/ronda_report_\\d+_[\\w-]{43}$`));
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days < 30.1, expiresAt);
  const answer = await open(url);
  assert.match((await readPdf(answer.bytes)).text, /Height 4\.5/);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(answer.headers.get('x-robots-tag'), 'noindex, nofollow');
  assert.equal(
    answer.headers.get('content-security-policy'),
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'in a sandbox Safari shows an empty page',
  );
});

test('who made a link to a report, and who took it back, is in the audit log, without its address (S44)', async (t) => {
  const { service, planner, path, share, inspection } = await sharing(t);
  const { id, url, expiresAt } = await share();
  const admin = await service.as('admin');
  for (const _ of ['once', 'twice'])
    assert.equal((await admin.request('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await planner.post(path, { expiresInDays: 0 })).status, 422);
  const { body } = await (await service.as('admin')).get('/api/v1/audit-events?kind=share');
  assert.deepEqual(
    body.events.map(({ kind, actorName, targetType, targetId, details }: Record<string, unknown>) => [
      kind,
      actorName,
      targetType,
      targetId,
      details,
    ]),
    [
      ['share.revoked', 'admin', 'share', id, { inspectionId: inspection.id }],
      ['share.created', 'coordinator', 'share', id, { inspectionId: inspection.id, expiresAt }],
    ],
  );
  assert.ok(!JSON.stringify(body).includes(url.slice(-43)));
});

test('many who open one link at once all read it', async (t) => {
  const { share, open } = await sharing(t);
  const { url } = await share();
  const answers = await Promise.all(Array.from({ length: 24 }, () => open(url)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.match((await readPdf(answers.at(-1)!.bytes)).text, /Height 4\.5/);
});

test('a share has a language of its own, if it is given one', async (t) => {
  const { share, open } = await sharing(t);
  const { url } = await share({ expiresInDays: 1, language: 'nl' });
  assert.match((await readPdf((await open(url)).bytes)).text, /Inspectierapport.*Hoogte 4,5/i);
});

test('the list tells who shared, until when, and what came of it, but never the address', async (t) => {
  const { service, planner, path, share, open } = await sharing(t);
  const first = await share({ expiresInDays: 365, language: 'en' });
  const second = await share();
  await open(first.url);
  await open(first.url);
  const admin = await service.as('admin');
  assert.equal((await admin.request('DELETE', `${path}/${second.id}`)).status, 204);
  const { body } = await planner.get(path);
  const [one, two] = body.shares;
  assert.ok(Date.parse(one.lastUsedAt) >= Date.parse(one.createdAt));
  assert.deepEqual(
    [one.id, one.language, one.userName, one.expiresAt, one.uses, one.revokedAt, one.revokedBy],
    [first.id, 'en', 'coordinator', first.expiresAt, 2, null, null],
  );
  assert.deepEqual(
    [two.id, two.language, two.uses, two.lastUsedAt, two.revokedBy],
    [second.id, null, 0, null, 'admin'],
  );
  assert.ok(Date.parse(two.revokedAt) > 0);
  assert.deepEqual([body.shares.length, body.next], [2, null]);
  assert.ok(!JSON.stringify(body).includes(first.url.slice(-43)));
  const page = (await planner.get(`${path}?limit=1`)).body;
  assert.deepEqual([page.shares.length, page.next], [1, first.id]);
  assert.equal((await planner.get(`${path}?after=${page.next}`)).body.shares[0].id, second.id);
});

test('a link that never was, is over, was taken back or whose inspection is gone leads nowhere, all alike', async (t) => {
  const { service, planner, path, share, open, inspection } = await sharing(t);
  const { db } = service.database;
  const { tenantId } = service.organisation;
  const [expired, revoked, kept] = [await share(), await share(), await share()];
  await run(
    db,
    "update report_share set expires_at = now() - interval '1 second' where tenant_id = $1 and share_id = $2",
    [tenantId, expired.id],
  );
  assert.equal((await planner.request('DELETE', `${path}/${revoked.id}`)).status, 204);
  const address = (token: string) => `${service.url}/shared/reports/${token}`;
  const unknown = [
    kept.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    kept.url.replace(/_\d+_/, '_999999999_'),
    kept.url.toLowerCase(),
    address(`ronda_report_${tenantId}_${'x'.repeat(43)}`),
    address('x'),
    address(`${'9'.repeat(200)}`),
    address('ronda_report_99999999999_'.concat('x'.repeat(43))),
    address("'%20or%201=1--"),
  ];
  const answers = await Promise.all([expired.url, revoked.url, ...unknown].map(open));
  for (const { status, body } of answers) {
    assert.deepEqual([status, body.detail], [404, 'There is no report at this address, or no longer.']);
  }
  assert.equal((await open(kept.url)).status, 200);
  await run(db, 'update inspection set is_deleted = true where tenant_id = $1 and inspection_id = $2', [
    tenantId,
    inspection.id,
  ]);
  assert.deepEqual((await open(kept.url)).body, answers[0]!.body);
});

test('taking a share back twice changes nothing, and of another inspection it is not there', async (t) => {
  const { service, planner, path, share } = await sharing(t);
  const { id } = await share();
  const other = await perform(service, { fields: FIELDS, task: { externalId: 'WO-2' } });
  assert.equal((await planner.request('DELETE', `/api/v1/inspections/${other.id}/shares/${id}`)).status, 404);
  assert.equal((await planner.request('DELETE', `${path}/${id}`)).status, 204);
  const [{ revokedAt, revokedBy }] = (await planner.get(path)).body.shares;
  const coordinator = await service.as('coordinator');
  assert.equal((await coordinator.request('DELETE', `${path}/${id}`)).status, 204);
  const [again] = (await planner.get(path)).body.shares;
  assert.deepEqual([again.revokedAt, again.revokedBy, revokedBy], [revokedAt, 'coordinator', 'coordinator']);
  for (const unknown of ['nothing', '01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d']) {
    assert.equal((await planner.request('DELETE', `${path}/${unknown}`)).status, 404);
  }
});

test('a report can be shared only with Inspections.Share, and only for inspections in its scope', async (t) => {
  const { service, path, share, planner } = await sharing(t);
  const { id } = await share();
  const { db } = service.database;
  const statuses = async (caller: typeof planner) => [
    (await caller.post(path, { expiresInDays: 1 })).status,
    (await caller.get(path)).status,
    (await caller.request('DELETE', `${path}/${id}`)).status,
  ];
  assert.deepEqual(await statuses(await service.fromElsewhere('admin')), [404, 404, 404]);
  // They read the inspection, and are not allowed to publish it.
  for (const name of ['viewer', 'erp']) {
    const reader = await service.as(name);
    assert.equal((await reader.get(path.replace('/shares', ''))).status, 200, name);
    assert.deepEqual(await statuses(reader), [403, 403, 403], name);
  }
  assert.deepEqual(await statuses(await service.as('anna')), [403, 403, 403]);
  assert.deepEqual(await statuses(service.stranger), [401, 401, 401]);
  await run(db, 'delete from group_member where tenant_id = $1 and user_id = $2', [
    service.organisation.tenantId,
    service.organisation.userIds.coordinator,
  ]);
  service.services.actors.forget();
  assert.deepEqual(await statuses(planner), [404, 404, 404]);
});

test('what a share must be is told field by field', async (t) => {
  const { planner, path } = await sharing(t);
  const faults: [draft: object, field: RegExp][] = [
    [{}, /expiresInDays/],
    [{ expiresInDays: 0 }, /expiresInDays.*1/],
    [{ expiresInDays: 366 }, /expiresInDays.*365/],
    [{ expiresInDays: 1.5 }, /expiresInDays/],
    [{ expiresInDays: '7' }, /expiresInDays/],
    [{ expiresInDays: 7, language: 'de' }, /language/],
    [{ expiresInDays: 7, token: 'mine' }, /token/],
  ];
  for (const [draft, told] of faults) {
    const { status, body } = await planner.post(path, draft);
    assert.equal(status, 422, JSON.stringify(draft));
    assert.match(JSON.stringify(body.errors), told);
  }
  assert.deepEqual((await planner.get(path)).body.shares, []);
});

test('the address of a share is the public one', async (t) => {
  const { share } = await sharing(t, { publicUrl: 'https://ronda.example.org/base' });
  assert.match((await share()).url, /^https:\/\/ronda\.example\.org\/base\/shared\/reports\/ronda_report_/);
});

test('the secret of a link is in no table, no log and no metric', async (t) => {
  const { service, share, inspection } = await sharing(t);
  const { stranger, logged, database } = service;
  const path = new URL((await share()).url).pathname;
  const secret = path.split('/').at(-1)!;
  assert.equal((await stranger.get(path)).status, 200);
  assert.equal((await stranger.get(`${path}x`)).status, 404);
  assert.equal((await stranger.get(`${path}/%zz`)).status, 400);
  const rows = await run<{ row: string }>(
    database.db,
    'select to_jsonb(report_share)::text as row from report_share',
    [],
  );
  // A fault of ours is logged as it was, and must not take the address with it.
  await run(database.db, 'alter table report_share rename column uses to uses_away', []);
  assert.equal((await stranger.get(path)).status, 500);
  const metrics = await service.metrics();
  assert.match(metrics, /route="\/shared\/reports\/:token",status="200"/);
  assert.ok(logged.some((line) => line.includes('request failed')));
  assert.ok(logged.some((line) => line.includes('/shared/reports/:token')));
  assert.ok(rows.some(({ row }) => row.includes(inspection.id)));
  for (const text of [...logged, metrics, ...rows.map(({ row }) => row)])
    assert.ok(!text.includes(secret), text);
});

test('the app on a device reads the report and hands it on, but makes, sees and takes back no link to it', async (t) => {
  const { service, inspection, path, share } = await sharing(t);
  const { id } = await share();
  await givePassword(service, 'coordinator');
  const device = await startDevice(service.url, 'coordinator');
  assert.match((await device.call('GET', `/inspections/${inspection.id}/report.pdf`)).text, /^%PDF/);
  const shares = path.slice('/api/v1'.length);
  for (const refused of [
    await device.call('POST', shares, { expiresInDays: 1 }),
    await device.call('GET', shares),
    await device.call('DELETE', `${shares}/${id}`),
  ]) {
    assert.equal(refused.status, 403);
    assert.match(refused.text, /cannot be done by the app on a device/);
  }
  // By the session beside it, the same person may.
  assert.equal((await device.browser.call('DELETE', `${path}/${id}`)).status, 204);
});
