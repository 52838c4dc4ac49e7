import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { readHistory } from '#service/testing/history.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, createUploadClient } from '#service/testing/upload-client.ts';

test('the history shows all files uploaded while the clock was set back, whatever the page size', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const { id, taskId, person } = await startNewInspection(service, {
    fields: [{ name: 'Photos', type: 'photo' }],
  });
  const { tenantId, userIds } = service.organisation;
  const { send } = createUploadClient(service.url, await grantToken(db, tenantId, userIds.anna!), id);
  const picture = await createNoisyJpeg(20, 20);
  // Creates two upload sessions that, by the clock, predate the start of the inspection.
  for (const hours of [3, 2]) {
    const uploadId = randomUUID();
    await send(picture, { id: uploadId, field: 'Photos' });
    const setArrival = "update upload set arrived_at = now() - $2 * interval '1 hour' where upload_id = $1";
    await run(db, setArrival, [uploadId, hours]);
  }
  const history = await readHistory(person, taskId);
  assert.deepEqual(
    history.map(({ kind }) => kind),
    ['created', 'started', 'uploaded', 'uploaded', 'answered'],
  );
  assert.deepEqual(await readHistory(person, taskId, 1), history);
});
