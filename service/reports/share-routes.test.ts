import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { startDevice } from '#service/testing/start-device.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const FIELDS = [{ name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Hoogte' } } as const];

/** Creates an inspection completed by anna, and has a planner of her team share its report. */
const startWithReport = async (t: TestContext, settings: Parameters<typeof startService>[1] = {}) => {
  const service = await startService(t, settings);
  const inspection = await startNewInspection(service, { fields: FIELDS });
  await inspection.answer({ Height: 4.5 });
  assert.equal((await inspection.complete()).status, 200);
  const planner = await service.as('coordinator');
  const path = `/api/v1/inspections/${inspection.id}/shares`;
  const share = async (input: object = { expiresInDays: 30 }) => {
    const created = await planner.post(path, input);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return created.body as { id: string; url: string; expiresAt: string };
  };
  return {
    service,
    inspection,
    planner,
    path,
    share,
    open: (url: string) => service.anonymous.get(new URL(url).pathname),
  };
};

test("anyone who has a share's URL can read the report", async (t) => {
  const { service, share, open } = await startWithReport(t);
  const { url, expiresAt } = await share();
  assert.match(url, new RegExp(`^${service.url}/shared/reports/ronda_report_\\d+_[\\w-]{43}$`));
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days < 30.1, expiresAt);
  const response = await open(url);
  assert.match((await readPdf(response.bytes)).text, /Height 4\.5/);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(response.headers.get('x-robots-tag'), 'noindex, nofollow');
  assert.equal(
    response.headers.get('content-security-policy'),
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'Safari shows an empty page in a sandbox',
  );
});

test("the audit log shows who created and revoked a share link, but not the link's URL (S44)", async (t) => {
  const { service, planner, path, share, inspection } = await startWithReport(t);
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

test('many people can open a link at the same time', async (t) => {
  const { share, open } = await startWithReport(t);
  const { url } = await share();
  const responses = await Promise.all(Array.from({ length: 24 }, () => open(url)));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  assert.match((await readPdf(responses.at(-1)!.bytes)).text, /Height 4\.5/);
});

test('a share can specify the language of the report', async (t) => {
  const { share, open } = await startWithReport(t);
  const { url } = await share({ expiresInDays: 1, language: 'nl' });
  assert.match((await readPdf((await open(url)).bytes)).text, /Inspectierapport.*Hoogte 4,5/i);
});

test("the list of shares shows each share's creator, expiry and number of uses, but never its URL", async (t) => {
  const { service, planner, path, share, open } = await startWithReport(t);
  const first = await share({ expiresInDays: 365, language: 'en' });
  const second = await share();
  await open(first.url);
  await open(first.url);
  const admin = await service.as('admin');
  assert.equal((await admin.request('DELETE', `${path}/${second.id}`)).status, 204);
  const { body } = await planner.get(path);
  const [english, revoked] = body.shares;
  assert.ok(Date.parse(english.lastUsedAt) >= Date.parse(english.createdAt));
  assert.deepEqual(
    [
      english.id,
      english.language,
      english.userName,
      english.expiresAt,
      english.uses,
      english.revokedAt,
      english.revokedBy,
    ],
    [first.id, 'en', 'coordinator', first.expiresAt, 2, null, null],
  );
  assert.deepEqual(
    [revoked.id, revoked.language, revoked.uses, revoked.lastUsedAt, revoked.revokedBy],
    [second.id, null, 0, null, 'admin'],
  );
  assert.ok(Date.parse(revoked.revokedAt) > 0);
  assert.deepEqual([body.shares.length, body.next], [2, null]);
  assert.ok(!JSON.stringify(body).includes(first.url.slice(-43)));
  const page = (await planner.get(`${path}?limit=1`)).body;
  assert.deepEqual([page.shares.length, page.next], [1, first.id]);
  assert.equal((await planner.get(`${path}?after=${page.next}`)).body.shares[0].id, second.id);
});

test('unknown, expired and revoked links, and links to deleted inspections, return the same error', async (t) => {
  const { service, planner, path, share, open, inspection } = await startWithReport(t);
  const { db } = service.database;
  const { tenantId } = service.organisation;
  const [expiredShare, revokedShare, validShare] = [await share(), await share(), await share()];
  await run(
    db,
    "update report_share set expires_at = now() - interval '1 second' where tenant_id = $1 and share_id = $2",
    [tenantId, expiredShare.id],
  );
  assert.equal((await planner.request('DELETE', `${path}/${revokedShare.id}`)).status, 204);
  const formatUrl = (token: string) => `${service.url}/shared/reports/${token}`;
  const unknownUrls = [
    validShare.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    validShare.url.replace(/_\d+_/, '_999999999_'),
    validShare.url.toLowerCase(),
    formatUrl(`ronda_report_${tenantId}_${'x'.repeat(43)}`),
    formatUrl('x'),
    formatUrl(`${'9'.repeat(200)}`),
    formatUrl('ronda_report_99999999999_'.concat('x'.repeat(43))),
    formatUrl("'%20or%201=1--"),
  ];
  const responses = await Promise.all([expiredShare.url, revokedShare.url, ...unknownUrls].map(open));
  for (const { status, body } of responses) {
    assert.deepEqual(
      [status, body.detail],
      [404, 'This report link is invalid, has expired or was revoked.'],
    );
  }
  assert.equal((await open(validShare.url)).status, 200);
  await run(db, 'update inspection set is_deleted = true where tenant_id = $1 and inspection_id = $2', [
    tenantId,
    inspection.id,
  ]);
  assert.deepEqual((await open(validShare.url)).body, responses[0]!.body);
});

test('revoking a share twice has no effect, and shares of other inspections are not found', async (t) => {
  const { service, planner, path, share } = await startWithReport(t);
  const { id } = await share();
  const other = await startNewInspection(service, { fields: FIELDS, task: { externalId: 'WO-2' } });
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

test('sharing a report requires Inspections.Share, and works only for inspections in its scope', async (t) => {
  const { service, path, share, planner } = await startWithReport(t);
  const { id } = await share();
  const { db } = service.database;
  const readStatuses = async (caller: typeof planner) => [
    (await caller.post(path, { expiresInDays: 1 })).status,
    (await caller.get(path)).status,
    (await caller.request('DELETE', `${path}/${id}`)).status,
  ];
  assert.deepEqual(await readStatuses(await service.asOtherTenant('admin')), [404, 404, 404]);
  // These users can read the inspection, but cannot share its report.
  for (const name of ['viewer', 'erp']) {
    const reader = await service.as(name);
    assert.equal((await reader.get(path.replace('/shares', ''))).status, 200, name);
    assert.deepEqual(await readStatuses(reader), [403, 403, 403], name);
  }
  assert.deepEqual(await readStatuses(await service.as('anna')), [403, 403, 403]);
  assert.deepEqual(await readStatuses(service.anonymous), [401, 401, 401]);
  await run(db, 'delete from group_member where tenant_id = $1 and user_id = $2', [
    service.organisation.tenantId,
    service.organisation.userIds.coordinator,
  ]);
  service.services.actors.clear();
  assert.deepEqual(await readStatuses(planner), [404, 404, 404]);
});

test('an invalid share is rejected with an error for each field', async (t) => {
  const { planner, path } = await startWithReport(t);
  const issues: [input: object, field: RegExp][] = [
    [{}, /expiresInDays/],
    [{ expiresInDays: 0 }, /expiresInDays.*1/],
    [{ expiresInDays: 366 }, /expiresInDays.*365/],
    [{ expiresInDays: 1.5 }, /expiresInDays/],
    [{ expiresInDays: '7' }, /expiresInDays/],
    [{ expiresInDays: 7, language: 'fr' }, /language/],
    [{ expiresInDays: 7, token: 'mine' }, /token/],
  ];
  for (const [input, message] of issues) {
    const { status, body } = await planner.post(path, input);
    assert.equal(status, 422, JSON.stringify(input));
    assert.match(JSON.stringify(body.errors), message);
  }
  assert.deepEqual((await planner.get(path)).body.shares, []);
});

test('the URL of a share starts with PUBLIC_URL', async (t) => {
  const { share } = await startWithReport(t, { publicUrl: 'https://ronda.example.org/base' });
  assert.match((await share()).url, /^https:\/\/ronda\.example\.org\/base\/shared\/reports\/ronda_report_/);
});

test('the secret in a share link does not appear in the database, the logs or the metrics', async (t) => {
  const { service, share, inspection } = await startWithReport(t);
  const { anonymous, logLines, database } = service;
  const path = new URL((await share()).url).pathname;
  const secret = path.split('/').at(-1)!;
  assert.equal((await anonymous.get(path)).status, 200);
  assert.equal((await anonymous.get(`${path}x`)).status, 404);
  assert.equal((await anonymous.get(`${path}/%zz`)).status, 400);
  const rows = await run<{ row: string }>(
    database.db,
    'select to_jsonb(report_share)::text as row from report_share',
    [],
  );
  // Internal errors are logged unchanged and must not contain the URL.
  await run(database.db, 'alter table report_share rename column uses to uses_away', []);
  assert.equal((await anonymous.get(path)).status, 500);
  const metrics = await service.metrics();
  assert.match(metrics, /route="\/shared\/reports\/:token",status="200"/);
  assert.ok(logLines.some((line) => line.includes('request failed')));
  assert.ok(logLines.some((line) => line.includes('/shared/reports/:token')));
  assert.ok(rows.some(({ row }) => row.includes(inspection.id)));
  for (const text of [...logLines, metrics, ...rows.map(({ row }) => row)])
    assert.ok(!text.includes(secret), text);
});

test('the app on a device can read the report, but cannot create, list or revoke links', async (t) => {
  const { service, inspection, path, share } = await startWithReport(t);
  const { id } = await share();
  await setPassword(service, 'coordinator');
  const device = await startDevice(service.url, 'coordinator');
  assert.match((await device.call('GET', `/inspections/${inspection.id}/report.pdf`)).text, /^%PDF/);
  const shares = path.slice('/api/v1'.length);
  for (const rejected of [
    await device.call('POST', shares, { expiresInDays: 1 }),
    await device.call('GET', shares),
    await device.call('DELETE', `${shares}/${id}`),
  ]) {
    assert.equal(rejected.status, 403);
    assert.match(rejected.text, /the app on a device cannot do this/);
  }
  // In a browser session, the same user can revoke the link.
  assert.equal((await device.browser.call('DELETE', `${path}/${id}`)).status, 204);
});
