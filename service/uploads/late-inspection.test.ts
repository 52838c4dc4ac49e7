import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, createUploadClient, startUploadClient } from '#service/testing/upload-client.ts';

test("a late inspection's pictures are stored, added to its answers and marked as late in the history", async (t) => {
  const service = await startService(t);
  const { caller, accessToken, inspection } = await startUploadClient(service, 'anna', {
    externalId: 'WO-1',
  });
  await (await service.as('erp')).task('cancel', { externalTaskIds: ['WO-1'] });
  const { taskId } = (await caller.get(inspection)).body;
  const late = await caller.post(`/api/v1/tasks/${taskId}/late-inspections`, {
    inspectionId: randomUUID(),
    startedAt: '2026-03-01T08:00:00Z',
  });
  assert.equal(late.status, 201, JSON.stringify(late.body));
  const anna = createUploadClient(service.url, accessToken, late.body.id);
  const { id } = await anna.send(await createNoisyJpeg(20, 20), { field: 'Photos' });
  assert.deepEqual(await anna.answers(), { Photos: [id] });
  assert.equal((await caller.get(anna.inspection)).body.lateFromRevision, 1);
  const { entries } = (await caller.get(`/api/v1/tasks/${taskId}/history`)).body;
  assert.deepEqual(
    entries
      .slice(-3)
      .map(({ kind, details }: { kind: string; details: { isLate: boolean } }) => [kind, details.isLate]),
    [
      ['started', true],
      ['answered', true],
      ['uploaded', true],
    ],
  );
});
