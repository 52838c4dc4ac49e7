import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';
import { measureThread, requireBelow } from '#workbook-engine/testing/compare-cpu-time.ts';

const LONG = 't'.repeat(limits.body - 1_000);

/**
 * Paths, bodies that contain a 4 MiB string, and what the error says. Receiving and parsing a body takes 20
 * ms.
 */
const WRONG_VALUES = [
  [
    '/api/v1/tasks',
    { ...taskBody({ assignedUserName: undefined }), customProperties: LONG },
    "The field 'customProperties' must be an object",
  ],
  ['/api/v1/inspections', { startedAt: LONG }, "The field 'startedAt' must be a date and time"],
] as const;

test('a long string in place of an object or a time is rejected without processing its characters', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  for (const [path, input, message] of WRONG_VALUES) {
    const body = JSON.stringify(input);
    await admin.post(path, {});
    const send = async () => {
      const response = await admin.post(path, body);
      assert.equal(response.status, 422);
      assert.match(JSON.stringify(response.body.errors), new RegExp(message));
    };
    await requireBelow(3.5, () => measureThread(send));
  }
});
