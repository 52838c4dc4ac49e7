import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { perform } from '#service/testing/perform.ts';
import { startService } from '#service/testing/start-service.ts';

const RAILING: Field[] = [
  { name: 'Loose', type: 'boolean', required: true, failWhen: '.' },
  { name: 'Bolts', type: 'integer', relevant: '${Loose}', required: true, constraint: '. > 0' },
  {
    name: 'Posts',
    type: 'repeat',
    fields: [
      { name: 'Height', type: 'decimal', failWhen: '. < 1', required: true },
      { name: 'Colour', type: 'text' },
    ],
  },
  { name: 'Lowest', type: 'calculated', calculation: 'min(${Height})', failWhen: '. < 0.5' },
];

test('what is missing is told while an inspection is open, and refuses its completion', async (t) => {
  const inspection = await perform(await startService(t), { fields: RAILING });
  await inspection.answer({ Loose: true, Bolts: 0, Posts: [{ Height: 1.2 }, { Colour: 'red' }] });
  const missing = [
    { field: 'Bolts', message: 'Bolts does not satisfy its constraint: . > 0' },
    { field: 'Posts[1].Height', message: 'Height is required and has no answer yet.' },
  ];
  assert.deepEqual((await inspection.read()).missing, missing);
  const refused = await inspection.complete();
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.errors, missing);
  assert.equal((await inspection.read()).state, 'Active');
});

test('of very much that is missing the first hundred are told', async (t) => {
  const service = await startService(t);
  const fields = Array.from(
    { length: 60 },
    (_, at): Field => ({ name: `F${at}`, type: 'text', required: true }),
  );
  const [contentType] = await run<{ content_type_id: string }>(
    service.database.db,
    'select content_type_id from content_type where tenant_id = $1',
    [service.organisation.tenantId],
  );
  const inspection = await perform(service, {
    fields,
    contentTypeId: contentType!.content_type_id,
    task: { itemsToInspect: ['BR-001', 'BR-002'] },
  });
  const refused = await inspection.complete();
  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors.length, 100);
  assert.equal(refused.body.errors[60].field, 'items[BR-002].F0');
});

test('the result holds what is relevant and what was calculated, and stays as it was when it was completed', async (t) => {
  const service = await startService(t);
  const inspection = await perform(service, { fields: RAILING });
  await inspection.answer({ Loose: true, Bolts: 3, Posts: [{ Height: 1.2 }, { Height: 0.4 }] });
  await inspection.answer({ Loose: false });
  const result = { Loose: false, Posts: [{ Height: 1.2 }, { Height: 0.4 }], Lowest: 0.4 };
  const failures = ['Posts[1].Height', 'Lowest'];
  const open = await inspection.read();
  assert.deepEqual([open.answers, open.setAside, open.failures], [result, { Bolts: 3 }, failures]);
  const done = (await inspection.complete()).body;
  assert.deepEqual([done.state, done.completion, done.missing], ['Closed', 1, []]);
  assert.deepEqual([done.answers, done.setAside, done.failures], [result, { Bolts: 3 }, failures]);
  assert.deepEqual(Object.keys(done.answers), Object.keys(result), 'in the order of the workbook');
});

test('a remark stands beside the answer, is merged as an answer is and is a part of the result', async (t) => {
  const service = await startService(t);
  const inspection = await perform(service, { fields: RAILING });
  const patch = (body: unknown) =>
    inspection.person.request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, body);
  const kept = await patch({ answers: { Loose: false }, remarks: { Loose: { text: 'Was fixed in May' } } });
  assert.deepEqual(kept.body, { revision: 2, conflicts: [] });
  await patch({ remarks: { Posts: { text: 'None left' } }, device: 'tablet 7' });
  const other = await patch({ remarks: { Posts: { text: 'Two left' } }, baseRevision: 2 });
  assert.deepEqual(other.body.conflicts, [
    {
      itemId: null,
      field: 'Posts',
      isRemark: true,
      revision: 4,
      other: { value: { text: 'None left' }, revision: 3, userName: 'anna', device: 'tablet 7' },
    },
  ]);
  await patch({ remarks: { Posts: null }, baseRevision: 4 });
  const done = (await inspection.complete()).body;
  assert.deepEqual([done.remarks, done.conflicts], [{ Loose: { text: 'Was fixed in May' } }, []]);
});

test('a remark on no field, an empty one, and nothing at all are refused', async (t) => {
  const inspection = await perform(await startService(t), { fields: RAILING });
  const refused = async (body: unknown) => {
    const answer = await inspection.person.request(
      'PATCH',
      `/api/v1/inspections/${inspection.id}/answers`,
      body,
    );
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    return answer.body.errors.map(({ field }: { field: string }) => field);
  };
  assert.deepEqual(await refused({ remarks: { Lose: { text: 'x' } } }), ['Lose']);
  assert.deepEqual(await refused({ remarks: { Loose: { text: 'a\0b' } } }), ['remarks.Loose.text']);
  await refused({ remarks: { Loose: {} } });
  await refused({ remarks: { Loose: { text: '' } } });
  await refused({ remarks: { Loose: { pictures: ['x'] } } });
  assert.deepEqual(await refused({}), ['answers']);
  assert.deepEqual(await refused({ answers: {} }), ['answers']);
  assert.deepEqual(await refused({ answers: { Loose: true }, givenAt: 'yesterday' }), ['givenAt']);
});

test('a device that repeats itself changes nothing, and an answer is kept with the device and the time it was given', async (t) => {
  const service = await startService(t);
  const inspection = await perform(service, { fields: RAILING });
  const said = { device: 'phone', givenAt: '2026-03-01T08:00:00Z' };
  assert.equal((await inspection.answer({ Loose: true, Bolts: 2 }, said)).body.revision, 2);
  assert.equal((await inspection.answer({ Loose: true, Bolts: 2 }, said)).body.revision, 2);
  assert.equal((await inspection.answer({ Loose: true, Bolts: 3 })).body.revision, 3);
  assert.equal((await inspection.answer({ Posts: null })).body.revision, 3);
});

test('answers with more entries than can be judged are refused, and those before stay', async (t) => {
  const fields: Field[] = [
    {
      name: 'A',
      type: 'repeat',
      fields: Array.from({ length: 300 }, (_, at) => ({ name: `A${at}`, type: 'integer' as const })),
    },
    {
      name: 'B',
      type: 'repeat',
      fields: [
        {
          name: 'C',
          type: 'repeat',
          fields: Array.from({ length: 300 }, (_, at) => ({ name: `C${at}`, type: 'integer' as const })),
        },
      ],
    },
  ];
  const inspection = await perform(await startService(t), { fields });
  await inspection.answer({ A: Array(1_000).fill({}) });
  const refused = await inspection.person.request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, {
    answers: { B: Array(100).fill({ C: Array(50).fill({}) }) },
  });
  assert.equal(refused.status, 422);
  assert.match(refused.body.errors[0].message, /too many answers, or they are too long/);
  assert.deepEqual(Object.keys((await inspection.read()).answers), ['A']);
});
