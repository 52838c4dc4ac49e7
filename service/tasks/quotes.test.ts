import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { measureCopy, requireBelow } from '#workbook-engine/testing/compare-cpu-time.ts';

/**
 * Asserts that a request never blocks the event loop for much longer than it takes to copy its body. When
 * quotes were still escaped, the ratio was 9 to 30.
 */
const assertShortTurns = async (send: (body: string) => Promise<unknown>, createBody: () => string) => {
  let body = '';
  const measure = () => {
    body = createBody();
    return measureLongestTurn(() => send(body));
  };
  await requireBelow(5, measure, () => measureCopy(body));
};

test('answers and IDs that consist of quotes do not block other users', async (t) => {
  const service = await startService(t);
  const fields: Field[] = [{ name: 'Rows', type: 'repeat', fields: [{ name: 'Text', type: 'text' }] }];
  const { id, person } = await startNewInspection(service, { fields });
  let number = 0;
  const quotes = (count: number) => `${number++}${'"'.repeat(count)}`;
  await assertShortTurns(
    async (body) => {
      const { status } = await person.request('PATCH', `/api/v1/inspections/${id}/answers`, body);
      assert.equal(status, 200);
    },
    () =>
      JSON.stringify({ answers: { Rows: Array.from({ length: 1_000 }, () => ({ Text: quotes(1_990) })) } }),
  );
  const erp = await service.as('erp');
  await assertShortTurns(
    async (body) => {
      const { status } = await erp.post('/api/services/custom/externaltask/cancel', body);
      assert.equal(status, 200);
    },
    () => JSON.stringify({ externalTaskIds: Array.from({ length: 8_000 }, () => quotes(240)) }),
  );
});
