import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
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

test('missing answers are listed while an inspection is open, and prevent its completion', async (t) => {
  const inspection = await startNewInspection(await startService(t), { fields: RAILING });
  await inspection.answer({ Loose: true, Bolts: 0, Posts: [{ Height: 1.2 }, { Colour: 'red' }] });
  const missing = [
    { field: 'Bolts', message: 'Bolts does not satisfy its constraint: . > 0' },
    { field: 'Posts[1].Height', message: 'Height is required and has no answer yet.' },
  ];
  assert.deepEqual((await inspection.read()).missing, missing);
  const rejected = await inspection.complete();
  assert.equal(rejected.status, 422);
  assert.deepEqual(rejected.body.errors, missing);
  assert.equal((await inspection.read()).state, 'Active');
});

test('only the first hundred missing answers are listed', async (t) => {
  const service = await startService(t);
  const fields = Array.from(
    { length: 60 },
    (_, index): Field => ({ name: `F${index}`, type: 'text', required: true }),
  );
  const [contentType] = await run<{ content_type_id: string }>(
    service.database.db,
    'select content_type_id from content_type where tenant_id = $1',
    [service.organisation.tenantId],
  );
  const inspection = await startNewInspection(service, {
    fields,
    contentTypeId: contentType!.content_type_id,
    task: { itemsToInspect: ['BR-001', 'BR-002'] },
  });
  const rejected = await inspection.complete();
  assert.equal(rejected.status, 422);
  assert.equal(rejected.body.errors.length, 100);
  assert.equal(rejected.body.errors[60].field, 'items[BR-002].F0');
});

test('the result contains relevant and calculated values, and is frozen at completion', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: RAILING });
  await inspection.answer({ Loose: true, Bolts: 3, Posts: [{ Height: 1.2 }, { Height: 0.4 }] });
  await inspection.answer({ Loose: false });
  const result = { Loose: false, Posts: [{ Height: 1.2 }, { Height: 0.4 }], Lowest: 0.4 };
  const failures = ['Posts[1].Height', 'Lowest'];
  const before = await inspection.read();
  assert.deepEqual(
    [before.answers, before.irrelevantAnswers, before.failures],
    [result, { Bolts: 3 }, failures],
  );
  const done = (await inspection.complete()).body;
  assert.deepEqual([done.state, done.completion, done.missing], ['Closed', 1, []]);
  assert.deepEqual([done.answers, done.irrelevantAnswers, done.failures], [result, { Bolts: 3 }, failures]);
  assert.deepEqual(Object.keys(done.answers), Object.keys(result), 'in workbook order');
});

test('a comment is stored per field, can conflict like an answer, and becomes part of the result', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: RAILING });
  const patch = (body: unknown) =>
    inspection.person.request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, body);
  const response = await patch({
    answers: { Loose: false },
    comments: { Loose: { text: 'Was fixed in May' } },
  });
  assert.deepEqual(response.body, { revision: 2, conflicts: [] });
  await patch({ comments: { Posts: { text: 'None left' } }, device: 'tablet 7' });
  const conflicting = await patch({ comments: { Posts: { text: 'Two left' } }, baseRevision: 2 });
  assert.deepEqual(conflicting.body.conflicts, [
    {
      itemId: null,
      field: 'Posts',
      isComment: true,
      revision: 4,
      other: { value: { text: 'None left' }, revision: 3, userName: 'anna', device: 'tablet 7' },
    },
  ]);
  await patch({ comments: { Posts: null }, baseRevision: 4 });
  const done = (await inspection.complete()).body;
  assert.deepEqual([done.comments, done.conflicts], [{ Loose: { text: 'Was fixed in May' } }, []]);
});

test('comments on unknown fields, empty comments and empty requests are rejected', async (t) => {
  const inspection = await startNewInspection(await startService(t), { fields: RAILING });
  const expectRejected = async (body: unknown) => {
    const response = await inspection.person.request(
      'PATCH',
      `/api/v1/inspections/${inspection.id}/answers`,
      body,
    );
    assert.equal(response.status, 422, JSON.stringify(response.body));
    return response.body.errors.map(({ field }: { field: string }) => field);
  };
  assert.deepEqual(await expectRejected({ comments: { Lose: { text: 'x' } } }), ['Lose']);
  assert.deepEqual(await expectRejected({ comments: { Loose: { text: 'a\0b' } } }), ['comments.Loose.text']);
  await expectRejected({ comments: { Loose: {} } });
  await expectRejected({ comments: { Loose: { text: '' } } });
  await expectRejected({ comments: { Loose: { pictures: ['x'] } } });
  assert.deepEqual(await expectRejected({}), ['answers']);
  assert.deepEqual(await expectRejected({ answers: {} }), ['answers']);
  assert.deepEqual(await expectRejected({ answers: { Loose: true }, givenAt: 'yesterday' }), ['givenAt']);
});

test('repeating an answer, or removing a missing one, changes nothing', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: RAILING });
  const source = { device: 'phone', givenAt: '2026-03-01T08:00:00Z' };
  assert.equal((await inspection.answer({ Loose: true, Bolts: 2 }, source)).body.revision, 2);
  assert.equal((await inspection.answer({ Loose: true, Bolts: 2 }, source)).body.revision, 2);
  assert.equal((await inspection.answer({ Loose: true, Bolts: 3 })).body.revision, 3);
  assert.equal((await inspection.answer({ Posts: null })).body.revision, 3);
});

test('answers with too many entries are rejected, leaving earlier answers intact', async (t) => {
  const fields: Field[] = [
    {
      name: 'A',
      type: 'repeat',
      fields: Array.from({ length: 300 }, (_, index) => ({ name: `A${index}`, type: 'integer' as const })),
    },
    {
      name: 'B',
      type: 'repeat',
      fields: [
        {
          name: 'C',
          type: 'repeat',
          fields: Array.from({ length: 300 }, (_, index) => ({
            name: `C${index}`,
            type: 'integer' as const,
          })),
        },
      ],
    },
  ];
  const inspection = await startNewInspection(await startService(t), { fields });
  await inspection.answer({ A: Array(1_000).fill({}) });
  const rejected = await inspection.person.request('PATCH', `/api/v1/inspections/${inspection.id}/answers`, {
    answers: { B: Array(100).fill({ C: Array(50).fill({}) }) },
  });
  assert.equal(rejected.status, 422);
  assert.match(rejected.body.errors[0].message, /too many answers, or they are too long/);
  assert.deepEqual(Object.keys((await inspection.read()).answers), ['A']);
});
