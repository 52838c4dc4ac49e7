import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CallerResponse, taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const DUTCH = { 'accept-language': 'nl-NL,nl;q=0.9,en;q=0.5' };
const CSV = { 'content-type': 'text/csv' };

const start = async (t: TestContext) => {
  const service = await startService(t);
  return { service, planner: await service.as('coordinator'), admin: await service.as('admin') };
};

const getLanguageHeaders = ({ headers }: CallerResponse) => [
  headers.get('content-language'),
  headers.get('vary'),
];

test('validation errors are in the requested language, English by default', async (t) => {
  const { planner } = await start(t);
  const body = { ...taskBody(), titel: 'x', plannedMinutes: 'long', description: 7 };
  const send = (headers: Record<string, string>) => planner.post('/api/v1/tasks', body, headers);
  const dutch = await send(DUTCH);
  assert.deepEqual(
    [dutch.status, dutch.body.detail, getLanguageHeaders(dutch)],
    [422, 'Uw verzoek is ongeldig!', ['nl', 'accept-language']],
  );
  assert.deepEqual(dutch.body.errors, [
    { field: 'titel', message: 'Het veld ‘titel’ is onbekend. Bedoelt u ‘title’?' },
    { field: 'description', message: 'Het veld ‘description’ moet een tekst zijn; opgegeven is 7.' },
    {
      field: 'plannedMinutes',
      message: 'Het veld ‘plannedMinutes’ moet een geheel getal zijn; opgegeven is ‘long’.',
    },
  ]);
  const german = await send({ 'accept-language': 'de-AT,de;q=0.9' });
  assert.deepEqual(
    [german.body.errors[0].message, getLanguageHeaders(german)],
    ['Das Feld „titel“ ist unbekannt. Meinten Sie „title“?', ['de', 'accept-language']],
  );
  for (const header of [undefined, 'en', 'fr, nl;q=0', '*', 'nl;q=x', ',;']) {
    const english = await send(header === undefined ? {} : { 'accept-language': header });
    assert.deepEqual(
      [english.body.detail, getLanguageHeaders(english)],
      ['Your request is not valid!', ['en', 'accept-language']],
    );
    assert.equal(english.body.errors[0].message, "The field 'titel' is unknown. Did you mean 'title'?");
  }
});

test('an English error response lists its fields in the documented order', async (t) => {
  const { planner } = await start(t);
  const { bytes } = await planner.post('/api/v1/tasks', { ...taskBody(), titel: 'x' });
  assert.equal(
    bytes.toString(),
    `{"type":"about:blank","title":"Unprocessable Entity","status":422,"detail":"Your request is not valid!","errors":[{"field":"titel","message":"The field 'titel' is unknown. Did you mean 'title'?"}]}`,
  );
});

test('errors about JSON, URLs and sessions are in Dutch if requested', async (t) => {
  const { service, planner } = await start(t);
  const readDetail = async (response: Promise<CallerResponse>) => {
    const { body } = await response;
    return body.errors?.[0].message ?? body.detail;
  };
  assert.equal(
    await readDetail(planner.post('/api/v1/tasks', '', { ...DUTCH, ...JSON_TYPE })),
    'Een body in JSON is verplicht.',
  );
  assert.equal(await readDetail(planner.post('/api/v1/tasks', 'x', { ...DUTCH, ...CSV })), ACCEPT_JSON);
  assert.equal(
    await readDetail(planner.request('GET', '/api/v1/nothing', undefined, DUTCH)),
    'Dit adres bestaat niet.',
  );
  assert.equal(
    await readDetail(planner.request('PUT', '/api/v1/tasks', undefined, DUTCH)),
    'Deze URL ondersteunt PUT niet.',
  );
  assert.match(
    await readDetail(service.anonymous.request('GET', '/api/v1/me', undefined, DUTCH)),
    /^Log eerst in:/,
  );
});

const JSON_TYPE = { 'content-type': 'application/json' };
const ACCEPT_JSON =
  'De body moet JSON zijn. Stuur deze als application/json, in UTF-8 en niet gecomprimeerd.';

test('errors about conflicts and bulk calls are in Dutch and include the task name', async (t) => {
  const { service, planner } = await start(t);
  const createTask = async (externalId: string) =>
    (await planner.post('/api/v1/tasks', taskBody({ externalId }))).body;
  const [newTask, activeTask] = [await createTask('A'), await createTask('B')];
  await (await service.as('anna')).post(`/api/v1/tasks/${activeTask.id}/start`);

  const duplicate = await planner.post('/api/v1/tasks', taskBody({ externalId: 'A' }), DUTCH);
  assert.deepEqual(
    [duplicate.status, duplicate.body.detail],
    [409, 'Er is al een taak met het externe ID ‘A’.'],
  );
  const bulk = await planner.post('/api/v1/tasks/delete', { ids: [newTask.id, activeTask.id] }, DUTCH);
  const reason =
    'De taak ‘B’ heeft de status Bezig; alleen taken met de status Nieuw of Toegewezen kunnen worden verwijderd.';
  assert.deepEqual([bulk.status, bulk.body.detail], [409, reason]);
  assert.deepEqual(bulk.body.errors, [{ field: 'ids[1]', message: reason }]);
  const moves = [{ id: newTask.id, startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-01T00:00:00Z' }];
  const plan = await planner.post('/api/v1/tasks/plan', { moves }, DUTCH);
  assert.deepEqual(
    [plan.body.rejected[0].message, getLanguageHeaders(plan)],
    ['De uiterste datum van de taak ‘A’ zou vóór de startdatum liggen.', ['nl', 'accept-language']],
  );
});

test('errors about imported rows are in Dutch, for both tasks and items', async (t) => {
  const { planner, admin } = await start(t);
  const tasks =
    'externalId,title,teamName,workbookName,dueDate\nA,Look,Brigdes,Railing,\nB,Look,Bridges,Railing,soon\nB,Look,Bridges,Railing,';
  const { body, ...response } = await planner.post('/api/v1/tasks/import?dryRun=true', tasks, {
    ...DUTCH,
    ...CSV,
  });
  assert.deepEqual(getLanguageHeaders({ body, ...response }), ['nl', 'accept-language']);
  assert.deepEqual(
    body.rows.map(({ errors }: { errors: { message: string }[] }) => errors[0]?.message),
    [
      'Er is geen team met de naam ‘Brigdes’. Bedoelt u ‘Bridges’?',
      'dueDate moet een datum en tijd met tijdzone (zoals 2026-11-21T08:00:00.000Z of 2026-11-21T09:00:00+01:00) zijn.',
      'Regel 3 heeft hetzelfde externe ID.',
    ],
  );
  const { id } = (await admin.post('/api/v1/content-types', { name: 'Lock' })).body;
  const importItems = async (csv: string) => {
    const response = await admin.post(`/api/v1/content-types/${id}/items/import?dryRun=true`, csv, {
      ...DUTCH,
      ...CSV,
    });
    return response.status === 200
      ? JSON.parse(String(response.body).trim().split('\n').at(-1)!)
      : response.body;
  };
  assert.equal((await importItems('externalId,title\nL-1,')).errors[0].message, 'title ontbreekt.');
  assert.equal(
    (await importItems(`externalId,title\n${'L-1,One\n'.repeat(20_000)}L-2,"Two`)).problem.detail,
    UNCLOSED,
  );
  assert.equal(
    (await importItems('externalId,titel\n')).errors[0].message,
    'Er is geen kolom title. Bedoelt u ‘titel’?',
  );
});

const UNCLOSED =
  'In de rij die op regel 20002 begint, ontbreekt een sluitend aanhalingsteken. Er is niets geïmporteerd.';

test('contract operations always respond in English', async (t) => {
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

test('Dutch errors have the same status, type and fields as English ones', async (t) => {
  const { planner } = await start(t);
  for (const path of ['/api/v1/tasks/nothing', '/api/v1/tasks?state=Open&limit=0', '/api/v1/audit']) {
    const [dutch, english] = [await planner.request('GET', path, undefined, DUTCH), await planner.get(path)];
    const removeMessages = ({ status, body }: CallerResponse) => [
      status,
      body.title,
      Object.keys(body),
      (body.errors ?? []).map(({ message: _, ...error }: { message: string }) => error),
    ];
    assert.deepEqual(removeMessages(dutch), removeMessages(english));
    assert.notEqual(dutch.body.detail, english.body.detail);
  }
});
