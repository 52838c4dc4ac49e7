import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { draft } from '#service/testing/caller.ts';
import { holdBack } from '#service/testing/hold-back.ts';
import { startService } from '#service/testing/start-service.ts';

test('an edit that waited for another leaves nothing of that one behind', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, itemIds } = service.organisation;
  const erp = await service.as('erp');
  const task = (itemsToInspect: string[]) => draft({ workbookName: 'BridgeInspection', itemsToInspect });
  await erp.task('post', task(['BR-001']));
  await holdBack(
    db,
    async (trx) => {
      await trx.updateTable('task').set({ title: 'Edited meanwhile' }).execute();
      await trx.updateTable('task_item').set({ item_id: itemIds['BR-002']! }).execute();
    },
    () => erp.task('put', task(['BR-001'])),
  );
  const kept = await run(db, 'select item_id from task_item where tenant_id = $1', [tenantId]);
  assert.deepEqual(kept, [{ item_id: itemIds['BR-001'] }]);
});
