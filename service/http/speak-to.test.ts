import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answer, draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const DUTCH = { 'accept-language': 'nl-NL,nl;q=0.9,en;q=0.5' };
const CSV = { 'content-type': 'text/csv' };

const start = async (t: TestContext) => {
  const service = await startService(t);
  return { service, planner: await service.as('coordinator'), admin: await service.as('admin') };
};

const spoken = ({ headers }: Answer) => [headers.get('content-language'), headers.get('vary')];

test('a malformed request is refused in the language that its caller asks for, and in English else', async (t) => {
  const { planner } = await start(t);
  const body = { ...draft(), titel: 'x', plannedMinutes: 'long', description: 7 };
  const refuse = (headers: Record<string, string>) => planner.post('/api/v1/tasks', body, headers);
  const dutch = await refuse(DUTCH);
  assert.deepEqual(
    [dutch.status, dutch.body.detail, spoken(dutch)],
    [422, 'Uw verzoek klopt niet!', ['nl', 'accept-language']],
  );
  assert.deepEqual(dutch.body.errors, [
    { field: 'titel', message: 'Het veld ‘titel’ is hier niet bekend. Bedoelt u ‘title’?' },
    { field: 'description', message: 'Het veld ‘description’ moet een tekst zijn; gegeven is 7.' },
    {
      field: 'plannedMinutes',
      message: 'Het veld ‘plannedMinutes’ moet een geheel getal zijn; gegeven is "long".',
    },
  ]);
  for (const asked of [undefined, 'en', 'fr, nl;q=0', '*', 'nl;q=x', ',;']) {
    const english = await refuse(asked === undefined ? {} : { 'accept-language': asked });
    assert.deepEqual(
      [english.body.detail, spoken(english)],
      ['Your request is not valid!', ['en', 'accept-language']],
    );
    assert.equal(
      english.body.errors[0].message,
      "The field 'titel' is not known here. Did you mean 'title'?",
    );
  }
});

test('an answer in English is what it was before anybody could ask for another language', async (t) => {
  const { planner } = await start(t);
  const { bytes } = await planner.post('/api/v1/tasks', { ...draft(), titel: 'x' });
  assert.equal(
    bytes.toString(),
    `{"type":"about:blank","title":"Unprocessable Entity","status":422,"detail":"Your request is not valid!","errors":[{"field":"titel","message":"The field 'titel' is not known here. Did you mean 'title'?"}]}`,
  );
});

test('what is no JSON, no address and no session is told in Dutch as well', async (t) => {
  const { service, planner } = await start(t);
  const told = async (answer: Promise<Answer>) => {
    const { body } = await answer;
    return body.errors?.[0].message ?? body.detail;
  };
  assert.equal(
    await told(planner.post('/api/v1/tasks', '', { ...DUTCH, ...JSON_TYPE })),
    'Een bericht in JSON is verplicht.',
  );
  assert.equal(await told(planner.post('/api/v1/tasks', 'x', { ...DUTCH, ...CSV })), JSON_WANTED);
  assert.equal(
    await told(planner.request('GET', '/api/v1/nothing', undefined, DUTCH)),
    'Op dit adres is niets.',
  );
  assert.equal(await told(planner.request('PUT', '/api/v1/tasks', undefined, DUTCH)), 'PUT kan hier niet.');
  assert.match(
    await told(service.stranger.request('GET', '/api/v1/me', undefined, DUTCH)),
    /^Meld u eerst aan:/,
  );
});

const JSON_TYPE = { 'content-type': 'application/json' };
const JSON_WANTED =
  'Het bericht moet JSON zijn: stuur het als application/json, in UTF-8 en niet gecomprimeerd.';

test('a conflict, a bulk act and each move that is refused are told in Dutch, with what the task is called', async (t) => {
  const { service, planner } = await start(t);
  const make = async (externalId: string) =>
    (await planner.post('/api/v1/tasks', draft({ externalId }))).body;
  const [fresh, active] = [await make('A'), await make('B')];
  await (await service.as('anna')).post(`/api/v1/tasks/${active.id}/start`);

  const twice = await planner.post('/api/v1/tasks', draft({ externalId: 'A' }), DUTCH);
  assert.deepEqual([twice.status, twice.body.detail], [409, 'Er is al een taak met het externe id ‘A’.']);
  const bulk = await planner.post('/api/v1/tasks/delete', { ids: [fresh.id, active.id] }, DUTCH);
  const why = 'De taak ‘B’ is Bezig; alleen een taak die Nieuw of Toegewezen is, kan worden verwijderd.';
  assert.deepEqual([bulk.status, bulk.body.detail], [409, why]);
  assert.deepEqual(bulk.body.errors, [{ field: 'ids[1]', message: why }]);
  const moves = [{ id: fresh.id, startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-01T00:00:00Z' }];
  const plan = await planner.post('/api/v1/tasks/plan', { moves }, DUTCH);
  assert.deepEqual(
    [plan.body.refused[0].message, spoken(plan)],
    ['De taak ‘A’ zou klaar moeten zijn voordat zij mag beginnen.', ['nl', 'accept-language']],
  );
});

test('the rows of files are judged in Dutch: of tasks at once, of items in the last line of the answer', async (t) => {
  const { planner, admin } = await start(t);
  const tasks =
    'externalId,title,teamName,workbookName,dueDate\nA,Look,Brigdes,Railing,\nB,Look,Bridges,Railing,soon\nB,Look,Bridges,Railing,';
  const { body, ...answer } = await planner.post('/api/v1/tasks/import?dryRun=true', tasks, {
    ...DUTCH,
    ...CSV,
  });
  assert.deepEqual(spoken({ body, ...answer }), ['nl', 'accept-language']);
  assert.deepEqual(
    body.rows.map(({ faults }: { faults: { message: string }[] }) => faults[0]?.message),
    [
      'Er is geen team met de naam ‘Brigdes’. Bedoelt u ‘Bridges’?',
      'dueDate moet een datum en tijd met tijdzone, zoals 2026-11-21T08:00:00.000Z of 2026-11-21T09:00:00+01:00, zijn.',
      'Het externe id staat al op regel 3.',
    ],
  );
  const { id } = (await admin.post('/api/v1/content-types', { name: 'Lock' })).body;
  const bringIn = async (csv: string) => {
    const lines = await admin.post(`/api/v1/content-types/${id}/items/import?dryRun=true`, csv, {
      ...DUTCH,
      ...CSV,
    });
    return lines.status === 200 ? JSON.parse(String(lines.body).trim().split('\n').at(-1)!) : lines.body;
  };
  assert.equal((await bringIn('externalId,title\nL-1,')).errors[0].message, 'title ontbreekt.');
  assert.equal(
    (await bringIn(`externalId,title\n${'L-1,One\n'.repeat(20_000)}L-2,"Two`)).problem.detail,
    UNCLOSED,
  );
  assert.equal(
    (await bringIn('externalId,titel\n')).errors[0].message,
    'Er is geen kolom title. Is ‘titel’ bedoeld?',
  );
});

const UNCLOSED =
  'In de rij die op regel 20002 begint, wordt een aanhalingsteken geopend en niet gesloten. Er is niets ingelezen.';

test('the operations of the contract speak English to everybody', async (t) => {
  const { service } = await start(t);
  const erp = await service.as('erp');
  const path = '/api/services/custom/externaltask/post';
  const { body, headers } = await erp.post(path, { title: 'x' }, DUTCH);
  assert.equal(body.error.message, 'Your request is not valid!');
  assert.match(
    body.error.details,
    /^The following errors were detected during validation\.\r\n - The externalId field is required\./,
  );
  assert.deepEqual([headers.get('content-language'), headers.get('vary')], [null, null]);
});

test('to say it in Dutch changes nothing of the status, the kind or the fields', async (t) => {
  const { planner } = await start(t);
  for (const path of ['/api/v1/tasks/nothing', '/api/v1/tasks?state=Open&limit=0', '/api/v1/audit']) {
    const [dutch, english] = [await planner.request('GET', path, undefined, DUTCH), await planner.get(path)];
    const shape = ({ status, body }: Answer) => [
      status,
      body.title,
      Object.keys(body),
      (body.errors ?? []).map(({ message: _, ...fault }: { message: string }) => fault),
    ];
    assert.deepEqual(shape(dutch), shape(english));
    assert.notEqual(dutch.body.detail, english.body.detail);
  }
});
