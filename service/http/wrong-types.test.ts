import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';
import { assertCpuTimeRatioBelow, measureThreadCpuTime } from '#workbook-engine/testing/compare-cpu-time.ts';

const LONG_STRING = 't'.repeat(limits.body - 1_000);

/** Paths, bodies that contain a string of 4 MiB, and the expected error. Receiving and parsing a body takes 20 ms. */
const WRONG_VALUES = [
  [
    '/api/v1/tasks',
    { ...taskBody({ assignedUserName: undefined }), customProperties: LONG_STRING },
    "The field 'customProperties' must be an object",
  ],
  ['/api/v1/inspections', { startedAt: LONG_STRING }, "The field 'startedAt' must be a date and time"],
] as const;

test('a long string in place of an object or a time is rejected without being scanned', async (t) => {
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
    await assertCpuTimeRatioBelow(3.5, () => measureThreadCpuTime(send));
  }
});
