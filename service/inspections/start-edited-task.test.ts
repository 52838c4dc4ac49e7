import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { taskBody } from '#service/testing/caller.ts';
import { createTask } from '#service/testing/create-task.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { publishVersion } from '#service/testing/publish-version.ts';
import { startService } from '#service/testing/start-service.ts';

// A device starts the version of a task that it last synced, although the task has since been edited (decision 0037).

const HEIGHT: Field = { name: 'Height', type: 'decimal', required: true };
const DEPTH: Field = { name: 'Depth', type: 'decimal', required: true };

const startWithEditedTask = async (t: TestContext, edit: Record<string, unknown> = {}) => {
  const service = await startService(t);
  const { organisation, database } = service;
  for (const name of ['Locks', 'Dikes'])
    await addWorkbook(database.db, organisation, { name, fields: [HEIGHT] });
  const taskId = await createTask(service, { workbookName: 'Locks' });
  const versionId = organisation.versionIds.Locks!;
  const newerVersionId = await publishVersion(service, 'Locks', [DEPTH]);
  const [erp, anna] = [await service.as('erp'), await service.as('anna')];
  await erp.task('put', taskBody({ workbookName: 'Locks', ...edit }));
  const inspectionId = randomUUID();
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  const start = (path: 'start' | 'late-inspections', more: object) =>
    anna.post(`/api/v1/tasks/${taskId}/${path}`, { inspectionId, startedAt, ...more });
  const answer = (answers: object) =>
    anna.request('PATCH', `/api/v1/inspections/${inspectionId}/answers`, { answers });
  const readTask = async () => (await anna.get(`/api/v1/tasks/${taskId}`)).body;
  return { versionId, newerVersionId, start, answer, readTask };
};

test('an inspection that a device started with an earlier version keeps it, and the task switches to that version', async (t) => {
  const { versionId, newerVersionId, start, answer, readTask } = await startWithEditedTask(t);
  assert.equal((await readTask()).workbook.versionId, newerVersionId);
  const started = await start('start', { versionId: versionId.toUpperCase() });
  assert.deepEqual([started.status, started.body.workbookId], [201, versionId]);
  assert.equal((await answer({ Height: 3.2 })).status, 200);
  assert.equal((await answer({ Depth: 3.2 })).status, 422);
  assert.equal((await readTask()).workbook.versionId, versionId);
});

test("if the request names no version, the inspection uses the task's version", async (t) => {
  const { newerVersionId, start } = await startWithEditedTask(t);
  assert.equal((await start('start', {})).body.workbookId, newerVersionId);
});

test('a device cannot start a task with its previous workbook, but can send a late inspection', async (t) => {
  const { versionId, start, answer, readTask } = await startWithEditedTask(t, { workbookName: 'Dikes' });
  const rejected = await start('start', { versionId });
  assert.equal(rejected.status, 409);
  assert.match(rejected.body.detail, /^The task 'WO-1' now has a different workbook/);
  const late = await start('late-inspections', { versionId });
  assert.deepEqual([late.status, late.body.state, late.body.workbookId], [201, 'Canceled', versionId]);
  assert.equal((await answer({ Height: 3.2 })).status, 200);
  assert.equal((await readTask()).state, 'Assigned');
  assert.equal(
    (await start('late-inspections', {})).status,
    201,
    'repeating the request returns the existing inspection',
  );
});

test('an unknown version or item is rejected, naming the field', async (t) => {
  const { start } = await startWithEditedTask(t);
  const unknown = randomUUID();
  assert.equal((await start('start', { versionId: unknown })).status, 409);
  const version = await start('late-inspections', { versionId: unknown });
  assert.equal(version.status, 422);
  const message = `The versionId '${unknown}' is not the ID of a published version of one of the team's workbooks.`;
  assert.deepEqual(version.body.errors, [{ field: 'versionId', message }]);
  const item = await start('start', { itemIds: [unknown] });
  assert.equal(item.status, 422);
  assert.deepEqual(item.body.errors, [
    { field: 'itemIds', message: `There is no item with the externalId or ID '${unknown}'.` },
  ]);
});

test('an inspection uses the items that the device sends', async (t) => {
  const service = await startService(t);
  const { organisation } = service;
  const itemIds = Object.values(organisation.itemIds);
  assert.ok(itemIds.length >= 2);
  const taskId = await createTask(service, { workbookName: 'BridgeInspection' });
  const anna = await service.as('anna');
  const reversed = [...itemIds].reverse();
  const body = { inspectionId: randomUUID(), startedAt: new Date().toISOString(), itemIds: reversed };
  const started = await anna.post(`/api/v1/tasks/${taskId}/start`, body);
  assert.deepEqual(
    started.body.items.map(({ itemId }: { itemId: string }) => itemId),
    reversed,
  );
});
