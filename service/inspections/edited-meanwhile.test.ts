import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { draft } from '#service/testing/caller.ts';
import { makeTask } from '#service/testing/make-task.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { publishVersion } from '#service/testing/publish-version.ts';
import { startService } from '#service/testing/start-service.ts';

// A device begins with what it had read of the task, which was edited since (decision 0037).

const HEIGHT: Field = { name: 'Height', type: 'decimal', required: true };
const DEPTH: Field = { name: 'Depth', type: 'decimal', required: true };

const editedMeanwhile = async (t: TestContext, edit: Record<string, unknown> = {}) => {
  const service = await startService(t);
  const { organisation, database } = service;
  for (const name of ['Locks', 'Dikes'])
    await addWorkbook(database.db, organisation, { name, fields: [HEIGHT] });
  const taskId = await makeTask(service, { workbookName: 'Locks' });
  const versionId = organisation.versionIds.Locks!;
  const newerId = await publishVersion(service, 'Locks', [DEPTH]);
  const [erp, anna] = [await service.as('erp'), await service.as('anna')];
  await erp.task('put', draft({ workbookName: 'Locks', ...edit }));
  const inspectionId = randomUUID();
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  const start = (path: 'start' | 'late-inspections', more: object) =>
    anna.post(`/api/v1/tasks/${taskId}/${path}`, { inspectionId, startedAt, ...more });
  const answer = (answers: object) =>
    anna.request('PATCH', `/api/v1/inspections/${inspectionId}/answers`, { answers });
  const readTask = async () => (await anna.get(`/api/v1/tasks/${taskId}`)).body;
  return { versionId, newerId, start, answer, readTask };
};

test('what a device began with the version that it had is answered by that version, which the task then has', async (t) => {
  const { versionId, newerId, start, answer, readTask } = await editedMeanwhile(t);
  assert.equal((await readTask()).workbook.versionId, newerId);
  const started = await start('start', { versionId: versionId.toUpperCase() });
  assert.deepEqual([started.status, started.body.workbookId], [201, versionId]);
  assert.equal((await answer({ Height: 3.2 })).status, 200);
  assert.equal((await answer({ Depth: 3.2 })).status, 422);
  assert.equal((await readTask()).workbook.versionId, versionId);
});

test('without a version the inspection has that of the task', async (t) => {
  const { newerId, start } = await editedMeanwhile(t);
  assert.equal((await start('start', {})).body.workbookId, newerId);
});

test('a task that was given to another workbook is not started with the former one, and what was found out is a late result', async (t) => {
  const { versionId, start, answer, readTask } = await editedMeanwhile(t, { workbookName: 'Dikes' });
  const refused = await start('start', { versionId });
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /^The task 'WO-1' has another workbook now/);
  const late = await start('late-inspections', { versionId });
  assert.deepEqual([late.status, late.body.state, late.body.workbookId], [201, 'Canceled', versionId]);
  assert.equal((await answer({ Height: 3.2 })).status, 200);
  assert.equal((await readTask()).state, 'Assigned');
  assert.equal((await start('late-inspections', {})).status, 201, 'the same again gives what is there');
});

test('a version or an item that is none is refused by its name', async (t) => {
  const { start } = await editedMeanwhile(t);
  const unknown = randomUUID();
  assert.equal((await start('start', { versionId: unknown })).status, 409);
  const version = await start('late-inspections', { versionId: unknown });
  assert.equal(version.status, 422);
  const message = `The versionId '${unknown}' is not that of a published version of a workbook of the team.`;
  assert.deepEqual(version.body.errors, [{ field: 'versionId', message }]);
  const item = await start('start', { itemIds: [unknown] });
  assert.equal(item.status, 422);
  assert.deepEqual(item.body.errors, [
    { field: 'itemIds', message: `There is no item with the externalId or id '${unknown}'.` },
  ]);
});

test('the items are those that the device had', async (t) => {
  const service = await startService(t);
  const { organisation } = service;
  const itemIds = Object.values(organisation.itemIds);
  assert.ok(itemIds.length >= 2);
  const taskId = await makeTask(service, { workbookName: 'BridgeInspection' });
  const anna = await service.as('anna');
  const reversed = [...itemIds].reverse();
  const body = { inspectionId: randomUUID(), startedAt: new Date().toISOString(), itemIds: reversed };
  const started = await anna.post(`/api/v1/tasks/${taskId}/start`, body);
  assert.deepEqual(
    started.body.items.map(({ itemId }: { itemId: string }) => itemId),
    reversed,
  );
});
