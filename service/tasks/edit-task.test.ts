import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';

test('an edit that had to wait for another edit overwrites all of its changes', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, itemIds } = service.organisation;
  const erp = await service.as('erp');
  const createBody = (itemsToInspect: string[]) =>
    taskBody({ workbookName: 'BridgeInspection', itemsToInspect });
  await erp.task('post', createBody(['BR-001']));
  await runWhileLocked(
    db,
    async (trx) => {
      await run(trx, 'update task set title = $1', ['Edited by another user']);
      await run(trx, 'update task_item set item_id = $1', [itemIds['BR-002']]);
    },
    () => erp.task('put', createBody(['BR-001'])),
  );
  const items = await run(db, 'select item_id from task_item where tenant_id = $1', [tenantId]);
  assert.deepEqual(items, [{ item_id: itemIds['BR-001'] }]);
});
