import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { findFirstWordOutOfOrder, readPdf } from '#service/testing/read-pdf.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient } from '#service/testing/upload-client.ts';

const FIELDS: Field[] = [
  {
    name: 'Height',
    type: 'decimal',
    label: 'Height',
    failWhen: '. < 1',
    followUp: { workbook: 'Railing', team: 'Locks' },
  },
  { name: 'BuiltIn', type: 'integer', label: 'Built in' },
];

const assertInOrder = (text: string, words: readonly string[]) =>
  assert.equal(findFirstWordOutOfOrder(text, words), undefined, text);

/** Shares an inspection and returns functions that open the link anonymously. */
const shareInspection = async (service: TestService, inspectionId: string) => {
  const coordinator = await service.as('coordinator');
  const created = await coordinator.post(`/api/v1/inspections/${inspectionId}/shares`, { expiresInDays: 30 });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const open = () => service.anonymous.get(new URL(created.body.url).pathname);
  return { open, read: async () => readPdf((await open()).bytes) };
};

/** Creates a completed inspection with a failed answer and a prefilled one, and a link to it. */
const startSharedInspection = async (t: TestContext) => {
  const service = await startService(t);
  await run(service.database.db, "update team set is_active = false where title = 'Locks'", []);
  const inspection = await startNewInspection(service, { fields: FIELDS, task: { BuiltIn: 1934 } });
  await inspection.answer({ Height: 0.8 }, { comments: { Height: { text: 'Measured twice' } } });
  assert.equal((await inspection.complete()).status, 200);
  const coordinator = await service.as('coordinator');
  const review = async (action: 'return' | 'approve', input: object = {}) => {
    const { status, body } = await coordinator.post(`/api/v1/inspections/${inspection.id}/${action}`, input);
    assert.equal(status, 200, JSON.stringify(body));
  };
  return { service, inspection, review, ...(await shareInspection(service, inspection.id)) };
};

test('the link to a returned inspection shows the last completion, without the review', async (t) => {
  const { inspection, review, read, service } = await startSharedInspection(t);
  const before = (await read()).text;
  const expected = [
    'Inspector anna',
    'Completed',
    'One failed answer',
    'Height 0.8 Comment: Measured twice',
    'Height 0.8 Failed',
    'Built in 1934 prefilled from the task',
  ];
  assertInOrder(before, expected);
  // Only planners can see why a task was not created.
  assert.doesNotMatch(before, /Follow-up|Locks|Draft/);

  const { revision } = await inspection.read();
  await review('return', { comment: 'Nearly there', fields: [{ field: 'Height', comment: 'Impossible' }] });
  await inspection.answer({ Height: 1.8, BuiltIn: 1935 }, { device: 'phone' });
  await inspection.answer({ Height: 1.9 }, { baseRevision: revision, device: 'tablet' });
  const current = await readPdf(
    (await (await service.as('coordinator')).get(`/api/v1/inspections/${inspection.id}/report.pdf`)).bytes,
  );
  assertInOrder(current.text, [
    'Draft',
    'Nearly there',
    'Height 1.9',
    'Conflicting answer by anna: 1.8',
    'Impossible',
  ]);
  assert.equal((await read()).text.replace(CREATED_AT, ''), before.replace(CREATED_AT, ''));

  assert.equal((await inspection.complete()).status, 200);
  const after = (await read()).text;
  assertInOrder(after, ['Completed', 'Height 1.9', 'Built in 1935']);
  assert.doesNotMatch(after, /Failed|Conflicting answer|Nearly there|Impossible|from the task/);
});

/** The creation time in a report, the only difference between reports of the same revision. */
const CREATED_AT = /Report created [^,]*, [^,]*/;

test('answers that another device sends after the completion are not in the report', async (t) => {
  const { service, inspection, read } = await startSharedInspection(t);
  const before = (await read()).text;
  await inspection.answer({ Height: 7, BuiltIn: 1999 }, { device: 'tablet', baseRevision: 0 });
  assert.equal((await read()).text.replace(CREATED_AT, ''), before.replace(CREATED_AT, ''));
  const coordinator = await service.as('coordinator');
  const current = await coordinator.get(`/api/v1/inspections/${inspection.id}/report.pdf`);
  assertInOrder((await readPdf(current.bytes)).text, ['Height 0.8', 'Built in 1934 prefilled from the task']);
});

test('an approval is shown only for the approved completion', async (t) => {
  const { inspection, review, read } = await startSharedInspection(t);
  assert.doesNotMatch((await read()).text, /Approved/);
  await review('approve');
  assert.match((await read()).text, /Approved By coordinator on/);
  await review('return');
  assert.doesNotMatch((await read()).text, /Approved/);
  await inspection.complete();
  assert.doesNotMatch((await read()).text, /Approved/);
});

test('a link still shows the last completion if the task was cancelled during the correction', async (t) => {
  const { service, inspection, review, read } = await startSharedInspection(t);
  await review('return');
  await inspection.answer({ Height: 1.8 });
  const erp = await service.as('erp');
  await erp.task('cancel', { externalTaskIds: [taskBody().externalId] });
  assert.equal((await inspection.read()).state, 'Canceled');
  await inspection.answer({ Height: 1.9 });
  const { text } = await read();
  assertInOrder(text, ['Completed', 'Height 0.8 Failed']);
  assert.doesNotMatch(text, /Cancelled|later|1\.[89]/);
});

test('a link still shows a picture that a correction removes, until the inspection is completed again', async (t) => {
  const service = await startService(t);
  const sender = await startUploadClient(service, 'anna', { externalId: 'WO-1' });
  await sender.send(await createNoisyJpeg(60, 40), { field: 'Photos' });
  assert.equal((await sender.caller.post(`${sender.inspection}/complete`)).status, 200);
  const { read } = await shareInspection(service, sender.inspectionId);
  const coordinator = await service.as('coordinator');
  assert.equal((await coordinator.post(`${sender.inspection}/return`, {})).status, 200);
  await sender.caller.request('PATCH', `${sender.inspection}/answers`, { answers: { Photos: [] } });
  await sender.send(await createNoisyJpeg(30, 20), { field: 'Photos' });
  assert.deepEqual((await read()).pictures.flat(), [[60, 40]]);
  assert.equal((await sender.caller.post(`${sender.inspection}/complete`)).status, 200);
  assert.deepEqual((await read()).pictures.flat(), [[30, 20]]);
});

test('a link shows all items as they were at completion', async (t) => {
  const service = await startService(t);
  const { itemIds, tenantId } = service.organisation;
  const [contentType] = await run<{ content_type_id: string }>(
    service.database.db,
    'select content_type_id from content_type where tenant_id = $1',
    [tenantId],
  );
  const inspection = await startNewInspection(service, {
    fields: FIELDS,
    contentTypeId: contentType!.content_type_id,
    task: { itemsToInspect: ['BR-001', 'BR-002'] },
  });
  await inspection.answer({ Height: 1 }, { itemId: itemIds['BR-001'] });
  await inspection.answer({ Height: 2 }, { itemId: itemIds['BR-002'] });
  assert.equal((await inspection.complete()).status, 200);
  const { read } = await shareInspection(service, inspection.id);
  await (await service.as('coordinator')).post(`/api/v1/inspections/${inspection.id}/return`, {});
  await inspection.answer({ Height: 3 }, { itemId: itemIds['BR-002'] });
  assertInOrder((await read()).text, ['Bridge BR-001', 'Height 1', 'Bridge BR-002', 'Height 2']);
});

test('an inspection that was never completed cannot be shared, and links to it are invalid', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: FIELDS });
  const coordinator = await service.as('coordinator');
  const path = `/api/v1/inspections/${inspection.id}/shares`;
  const { status, body } = await coordinator.post(path, { expiresInDays: 30 });
  assert.deepEqual([status, /never been completed/.test(body.detail)], [409, true]);
  assert.deepEqual((await coordinator.get(path)).body.shares, []);
  await inspection.answer({ Height: 2 });
  await inspection.complete();
  const { open } = await shareInspection(service, inspection.id);
  assert.equal((await open()).status, 200);
  // Simulates a link to an inspection that was never completed, which should not exist.
  await run(service.database.db, 'update inspection set completion = 0', []);
  assert.equal((await open()).status, 404);
});
