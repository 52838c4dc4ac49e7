import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { assertCpuTimeRatioBelow, measureJsonRoundTrip } from '#workbook-engine/testing/compare-cpu-time.ts';

/**
 * Asserts that a request never blocks the event loop for much longer than copying its body takes. When quotes were
 * still escaped, a request took 9 to 30 times as long as the copy.
 */
const assertNeverBlocksForLong = async (
  send: (body: string) => Promise<unknown>,
  createBody: () => string,
) => {
  let body = '';
  const measure = () => {
    body = createBody();
    return measureLongestTurn(() => send(body));
  };
  await assertCpuTimeRatioBelow(5, measure, () => measureJsonRoundTrip(body));
};

test('answers and IDs that consist of quotes do not block other users', async (t) => {
  const service = await startService(t);
  const fields: Field[] = [{ name: 'Rows', type: 'repeat', fields: [{ name: 'Text', type: 'text' }] }];
  const { id, person } = await startNewInspection(service, { fields });
  let number = 0;
  const createQuotes = (count: number) => `${number++}${'"'.repeat(count)}`;
  await assertNeverBlocksForLong(
    async (body) => {
      const { status } = await person.request('PATCH', `/api/v1/inspections/${id}/answers`, body);
      assert.equal(status, 200);
    },
    () => {
      const rows = Array.from({ length: 1_000 }, () => ({ Text: createQuotes(1_990) }));
      return JSON.stringify({ answers: { Rows: rows } });
    },
  );
  const erp = await service.as('erp');
  await assertNeverBlocksForLong(
    async (body) => {
      const { status } = await erp.post('/api/services/custom/externaltask/cancel', body);
      assert.equal(status, 200);
    },
    () => JSON.stringify({ externalTaskIds: Array.from({ length: 8_000 }, () => createQuotes(240)) }),
  );
});
