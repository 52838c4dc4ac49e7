import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const DUTCH = { 'accept-language': 'nl' };

test("each reader sees an inspection's messages in their own language", async (t) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  await run(service.database.db, "update team set is_active = false where title = 'Locks'", []);
  const inspection = await startNewInspection(service, {
    fields: [
      {
        name: 'Height',
        type: 'decimal',
        failWhen: '. < 1',
        followUp: { workbook: 'Railing', team: 'Locks' },
      },
      { name: 'Width', type: 'integer', required: true },
    ],
    task: { Width: 'wide' },
  });
  const path = `/api/v1/inspections/${inspection.id}`;
  const read = async (headers: Record<string, string>) =>
    (await planner.request('GET', path, undefined, headers)).body;
  const [dutch, english] = [await read(DUTCH), await read({})];
  assert.equal(
    dutch.prefill.unsuitable[0].reason,
    'Een veld van het type integer vereist een geheel getal, niet ‘wide’.',
  );
  assert.equal(
    english.prefill.unsuitable[0].reason,
    'A field of type integer requires a whole number, not "wide".',
  );
  assert.deepEqual(dutch.missing, [
    { field: 'Width', message: 'Width is verplicht en heeft nog geen antwoord.' },
  ]);
  assert.deepEqual(Object.keys(english.prefill.unsuitable[0]), ['property', 'field', 'reason']);

  await inspection.answer({ Height: 0.5, Width: 3 });
  assert.equal((await inspection.complete()).status, 200);
  const error = 'Het team ‘Locks’ is niet actief: er kunnen geen taken in worden aangemaakt of toegewezen.';
  assert.equal((await read(DUTCH)).followUps[0].error, error);
  const history = await planner.request('GET', `/api/v1/tasks/${dutch.taskId}/history`, undefined, DUTCH);
  const entry = history.body.entries.find(({ kind }: { kind: string }) => kind === 'followedUp');
  assert.deepEqual(
    [entry.details.error, entry.summary],
    [error, `Antwoord voldoet niet: Height. Er kon geen vervolgtaak worden aangemaakt: ${error}`],
  );
});

test('prefill reports stored without messages can still be read', async (t) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  const inspection = await startNewInspection(service, {
    fields: [{ name: 'Height', type: 'decimal' }],
    task: { Height: 'x' },
  });
  await run(
    service.database.db,
    `update inspection set prefill = '{"filled":[],"withoutField":[],"unsuitable":[{"property":"Height","field":"Height","reason":"As it was."}]}'`,
    [],
  );
  const { body } = await planner.request('GET', `/api/v1/inspections/${inspection.id}`, undefined, DUTCH);
  assert.equal(body.prefill.unsuitable[0].reason, 'As it was.');
});
