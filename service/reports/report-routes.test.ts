import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { findFirstWordOutOfOrder, readPdf } from '#service/testing/read-pdf.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const FIELDS: Field[] = [
  {
    name: 'Height',
    type: 'decimal',
    label: { en: 'Height', nl: 'Hoogte' },
    required: true,
    failWhen: '. < 1',
  },
  { name: 'BuiltIn', type: 'integer', label: 'Built in' },
  { name: 'Seen', type: 'dateTime', label: 'Seen at' },
];

const formatReportPath = (id: string, query = '') => `/api/v1/inspections/${id}/report.pdf${query}`;

const assertInOrder = (text: string, words: readonly string[]) =>
  assert.equal(findFirstWordOutOfOrder(text, words), undefined, text);

/** Sets the team's language and time zone. */
const setTeamLocale = ({ database, organisation }: TestService, language: string, timeZone: string) =>
  run(database.db, 'update team set language = $2, time_zone = $3 where tenant_id = $1', [
    organisation.tenantId,
    language,
    timeZone,
  ]);

test('the report of an open inspection is marked as a draft, unlike that of a completed one', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: FIELDS,
    task: { description: 'Bring the ladder.' },
  });
  const viewer = await service.as('viewer');
  const draft = await readPdf((await viewer.get(formatReportPath(inspection.id))).bytes);
  assertInOrder(draft.text, [
    'Inspect the railing',
    'Draft',
    'One question still needs an answer',
    'Task WO-1',
    'Bring the ladder.',
    'Height –',
  ]);
  await inspection.answer(
    { Height: 0.5, Seen: '2026-07-01T10:00:00Z' },
    { comments: { Height: { text: 'Low' } } },
  );
  assert.equal((await inspection.complete()).status, 200);
  const { text } = await readPdf((await viewer.get(formatReportPath(inspection.id))).bytes);
  assert.doesNotMatch(text, /Draft/);
  assertInOrder(text, [
    'Inspector anna',
    'Completed',
    'One failed answer',
    'Height 0.5 Comment: Low',
    'Height 0.5 Failed',
    'Built in –',
    'Seen at 1 July 2026, 10:00',
  ]);
});

test("a report uses the team's language and time zone, or the requested language", async (t) => {
  const service = await startService(t);
  await setTeamLocale(service, 'nl-BE', 'Europe/Brussels');
  const inspection = await startNewInspection(service, { fields: FIELDS });
  await inspection.answer({ Height: 1.5, Seen: '2026-07-01T22:30:00Z' });
  const read = async (query = '') =>
    readPdf((await inspection.person.get(formatReportPath(inspection.id, query))).bytes);
  const dutch = await read();
  assertInOrder(dutch.text, [
    'Concept',
    'Tijdzone Europe/Brussels',
    'Hoogte 1,5',
    'Seen at 2 juli 2026, 00:30',
  ]);
  assert.equal(dutch.language, 'nl');
  assertInOrder((await read('?language=en')).text, ['Draft', 'Height 1.5', 'Seen at 2 July 2026, 00:30']);
  await setTeamLocale(service, 'fr', 'UTC');
  assertInOrder((await read()).text, ['Draft', 'Height 1.5']);
  const rejected = await inspection.person.get(formatReportPath(inspection.id, '?language=fr'));
  assert.equal(rejected.status, 422);
  assert.match(JSON.stringify(rejected.body), /language.*en.*nl/);
});

test('prefilled answers are marked as such until someone changes them', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: FIELDS,
    task: { BuiltIn: 1934, Height: 2 },
  });
  const read = async () =>
    (await readPdf((await inspection.person.get(formatReportPath(inspection.id))).bytes)).text;
  assertInOrder(await read(), ['Height 2 prefilled from the task', 'Built in 1934 prefilled from the task']);
  await inspection.answer({ Height: 3 });
  assertInOrder(await read(), ['Height 3 Built in 1934 prefilled from the task']);
});

test('the report of an inspection contains all of its items', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  await run(
    database.db,
    "update item set address = 'Amstel 81' where tenant_id = $1 and external_id = 'BR-001'",
    [organisation.tenantId],
  );
  const [contentType] = await run<{ content_type_id: string }>(
    database.db,
    'select content_type_id from content_type where tenant_id = $1',
    [organisation.tenantId],
  );
  const inspection = await startNewInspection(service, {
    fields: FIELDS,
    contentTypeId: contentType!.content_type_id,
    task: { itemsToInspect: ['BR-001', 'BR-002'] },
  });
  await inspection.answer({ Height: 7 }, { itemId: organisation.itemIds['BR-002'] });
  const { text } = await readPdf((await inspection.person.get(formatReportPath(inspection.id))).bytes);
  assertInOrder(text, ['Items 2', 'Bridge BR-001 BR-001 Amstel 81', 'Height –', 'Bridge BR-002', 'Height 7']);
});

test('a browser shows a report with a safe file name, without caching it or executing its content', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: FIELDS,
    task: { externalId: 'WO/7', title: 'Brücke "a"\\..\\b: 桥' },
  });
  const { status, headers, bytes } = await inspection.person.get(formatReportPath(inspection.id));
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.equal(
    headers.get('content-disposition'),
    `inline; filename="WO 7 Br_cke a .. b _.pdf"; filename*=UTF-8''WO%207%20Br%C3%BCcke%20a%20..%20b%20%E6%A1%A5.pdf`,
  );
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    'Safari shows an empty page in a sandbox',
  );
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('content-length'), String(bytes.length));
  assert.equal(bytes.toString('latin1', 0, 5), '%PDF-');
});

test('users can read a report only if they can read the inspection', async (t) => {
  const service = await startService(t);
  const { id } = await startNewInspection(service, { fields: FIELDS });
  const statuses = await Promise.all(
    ['anna', 'viewer', 'coordinator', 'erp', 'bram'].map(async (name) => [
      name,
      (await (await service.as(name)).get(formatReportPath(id))).status,
    ]),
  );
  assert.deepEqual(statuses, [
    ['anna', 200],
    ['viewer', 200],
    ['coordinator', 200],
    ['erp', 200],
    ['bram', 404],
  ]);
  assert.equal((await service.anonymous.get(formatReportPath(id))).status, 401);
  const erp = await service.as('erp');
  for (const unknown of ['nothing', '01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d']) {
    assert.equal((await erp.get(formatReportPath(unknown))).status, 404);
  }
  assert.equal((await (await service.asOtherTenant('admin')).get(formatReportPath(id))).status, 404);
});

test('an inspection without a task has a report', async (t) => {
  const service = await startService(t);
  const { organisation, database } = service;
  await addWorkbook(database.db, organisation, { name: 'Ad hoc', fields: FIELDS, contentTypeId: null });
  const anna = await service.as('anna');
  const started = await anna.post('/api/v1/inspections', {
    workbookId: organisation.versionIds['Ad hoc'],
    teamId: organisation.teamIds.Bridges,
  });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const response = await anna.get(formatReportPath(started.body.id));
  const { text } = await readPdf(response.bytes);
  assert.doesNotMatch(text, /Task|Period/);
  assert.match(response.headers.get('content-disposition') ?? '', /^inline; filename="[^"]+\.pdf"/);
});
