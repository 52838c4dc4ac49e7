import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { taskBody } from '#service/testing/caller.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const ENTRIES = Array.from({ length: 1_000 }, () => ({ A: 1 }));
const createSums = (count: number) => Array(count).fill('sum(${A})').join(' + ');

/** Creates fields whose calculation reads all entries of one repeat for each entry of another. */
const createFieldsReadingAll = (properties: Partial<Field>, calculation: string): Field[] => [
  { name: 'Show', type: 'boolean' },
  { name: 'All', type: 'repeat', fields: [{ name: 'A', type: 'integer' }] },
  {
    name: 'Each',
    type: 'repeat',
    fields: [
      { name: 'B', type: 'calculated', calculation, ...properties },
      { name: 'C', type: 'text' },
    ],
    relevant: '${Show}',
  },
];

const patch = ({ person, id }: StartedInspection, answers: unknown) =>
  person.request('PATCH', `/api/v1/inspections/${id}/answers`, { answers });

test('an answer that would make earlier answers too expensive to evaluate is rejected, and the inspection stays readable', async (t) => {
  const inspection = await startNewInspection(await startService(t), {
    fields: createFieldsReadingAll({}, createSums(11)),
  });
  await inspection.answer({ All: ENTRIES, Each: ENTRIES.map(() => ({})) });
  const rejected = await patch(inspection, { Show: true });
  assert.equal(rejected.status, 422);
  assert.match(rejected.body.errors[0].message, /too many answers, or they are too long/);
  assert.equal((await inspection.read()).answers.All.length, 1_000);
  assert.equal((await inspection.complete()).status, 200);
});

test('evaluating failure conditions counts towards the evaluation limit', async (t) => {
  const fields = createFieldsReadingAll({ failWhen: `${createSums(6)} > 0` }, createSums(6));
  const inspection = await startNewInspection(await startService(t), { fields });
  await inspection.answer({ Show: true, All: ENTRIES });
  const rejected = await patch(inspection, { Each: ENTRIES.map(() => ({})) });
  assert.equal(rejected.status, 422);
  assert.deepEqual((await inspection.read()).failures, []);
});

test('a long text is rejected if the pattern it must match has too many states', async (t) => {
  const calculation = `if(regex(\${Text}, '(x*x*x*x*){500}y'), 'yes', 'no')`;
  const fields: Field[] = [
    { name: 'Text', type: 'longText' },
    { name: 'Match', type: 'calculated', calculation },
  ];
  const inspection = await startNewInspection(await startService(t), { fields });
  await inspection.answer({ Text: 'x'.repeat(100) });
  assert.equal((await patch(inspection, { Text: 'x'.repeat(32_768) })).status, 422);
  assert.equal((await inspection.read()).answers.Match, 'no');
});

/** Creates many fields that each read every character of a string repeatedly. */
const createFieldsReadingText = (): Field[] => [
  { name: 'Text', type: 'text' },
  { name: 'Long', type: 'calculated', calculation: 'concat(${Text}, ${Text}, ${Text}, ${Text})' },
  ...Array.from({ length: 100 }, (_, index): Field => {
    const calculation = Array(90).fill('string-length(${Long})').join(' + ');
    return { name: `F${index}`, type: 'calculated', calculation };
  }),
];

test('a task whose prefilled values are too expensive to evaluate cannot be started, and the error says why', async (t) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Reading',
    fields: createFieldsReadingText(),
  });
  const erp = await service.as('erp');
  await erp.task('post', taskBody({ workbookName: 'Reading', Text: 'x'.repeat(4_000) }));
  const { id } = (await erp.get('/api/services/custom/externaltask/getall')).body.result.results[0];
  const rejected = await (await service.as('anna')).post(`/api/v1/tasks/${id}/start`);
  assert.equal(rejected.status, 422);
  assert.match(rejected.body.errors[0].message, /too many answers, or they are too long/);
  assert.equal(((await erp.task('get', { externalId: 'WO-1' })) as { state: string }).state, 'Assigned');
});

test('a long answer copied by calculated fields into every entry is rejected, and the inspection stays readable', async (t) => {
  const fields: Field[] = [
    { name: 'Text', type: 'longText' },
    {
      name: 'Spans',
      type: 'repeat',
      fields: Array.from({ length: 3 }, (_, index) => ({
        name: `Copy${index}`,
        type: 'calculated' as const,
        calculation: '${Text}',
      })),
    },
  ];
  const inspection = await startNewInspection(await startService(t), { fields });
  await inspection.answer({ Spans: Array.from({ length: 1_000 }, () => ({})) });
  const rejected = await patch(inspection, { Text: 'x'.repeat(32_768) });
  assert.equal(rejected.status, 422);
  assert.match(
    rejected.body.errors[0].message,
    /calculated values of the whole inspection are too many or too long in total/,
  );
  assert.equal((await inspection.read()).answers.Spans.length, 1_000);
});

test("the total size of an inspection's answers is limited", async (t) => {
  const fields = Array.from({ length: 300 }, (_, index) => ({
    name: `F${index}`,
    type: 'longText' as const,
  }));
  const inspection = await startNewInspection(await startService(t), { fields });
  const createLongAnswers = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`F${from + index}`, 'x'.repeat(32_768)]));
  for (const from of [0, 100])
    assert.equal((await patch(inspection, createLongAnswers(from, 100))).status, 200);
  const rejected = await patch(inspection, createLongAnswers(200, 100));
  assert.equal(rejected.status, 422);
  assert.equal(
    rejected.body.errors[0].message,
    'The answers and comments of an inspection may have at most 8388608 bytes in total; with these they would have 9832090.',
  );
  assert.equal((await patch(inspection, { F0: null })).status, 200);
});
