import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const CSV = { 'content-type': 'text/csv' };
const HEADER =
  'externalId,title,teamName,workbookName,assignedUserName,description,startDate,dueDate,plannedStart,plannedMinutes,itemsToInspect';
const EXPORT_HEADER = `${HEADER.replace('itemsToInspect', 'priority,itemsToInspect')},state,creationTime,lastModificationTime`;

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  return { service, planner };
};

const importFile = async (caller: Caller, lines: readonly string[], query = '') => {
  const { status, body } = await caller.request(
    'POST',
    `/api/v1/tasks/import${query}`,
    lines.join('\n'),
    CSV,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const listOutcomes = ({ rows }: { rows: { outcome: string }[] }) => rows.map(({ outcome }) => outcome);

const FILE = [
  `${HEADER},Urgency,Height`,
  'A,Inspect the railing,Bridges,Railing,anna,Look,2026-12-01T00:00:00Z,2026-12-02T00:00:00Z,2026-12-01T09:00:00+01:00,45,,high,3.5',
  'B,Inspect a bridge,bridges,BridgeInspection,,,,,,,BR-002|BR-001,,007',
];

test('an import creates tasks, a dry run reports what would change, and a repeated import changes nothing', async (t) => {
  const { planner } = await start(t);
  const dryRun = await importFile(planner, FILE, '?dryRun=true');
  assert.deepEqual([dryRun.isSaved, dryRun.created, listOutcomes(dryRun)], [false, 2, ['create', 'create']]);
  assert.deepEqual((await planner.get('/api/v1/tasks')).body.tasks, []);
  const firstImport = await importFile(planner, FILE);
  assert.deepEqual(firstImport, {
    isSaved: true,
    created: 2,
    edited: 0,
    unchanged: 0,
    rejected: 0,
    customProperties: ['Urgency', 'Height'],
    rows: [
      { line: 2, externalId: 'A', outcome: 'create', errors: [] },
      { line: 3, externalId: 'B', outcome: 'create', errors: [] },
    ],
  });
  const { body } = await planner.get('/api/v1/tasks?sort=externalId');
  const [a, b] = body.tasks;
  assert.deepEqual(
    [a.state, a.assignee.userName, a.plannedStart, a.plannedMinutes, a.customProperties],
    ['Assigned', 'anna', '2026-12-01T08:00:00.000Z', 45, { Urgency: 'high', Height: 3.5 }],
  );
  assert.deepEqual(
    [
      b.state,
      b.team.title,
      b.items.map(({ externalId }: { externalId: string }) => externalId),
      b.customProperties,
    ],
    ['New', 'Bridges', ['BR-002', 'BR-001'], { Height: '007' }],
  );
  const secondImport = await importFile(planner, FILE);
  assert.deepEqual([secondImport.unchanged, listOutcomes(secondImport)], [2, ['unchanged', 'unchanged']]);
});

test('exported tasks can be imported again without changes', async (t) => {
  const { planner, service } = await start(t);
  await importFile(planner, FILE);
  const properties = { plannedStart: 'x', note: '-2', Urgency: 'true', plain: true };
  await (await service.as('erp')).task('post', taskBody({ externalId: 'C', title: '=1+1', ...properties }));
  const response = await planner.get('/api/v1/tasks.csv?sort=externalId');
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('content-disposition')],
    [
      200,
      'text/csv; charset=utf-8; header=present',
      `attachment; filename="tasks.csv"; filename*=UTF-8''tasks.csv`,
    ],
  );
  assert.equal(
    response.body.replaceAll(/(New|Assigned),[\dT:.-]+Z,[\dT:.-]+Z/g, '$1,then,later'),
    [
      `\uFEFF${EXPORT_HEADER},Height,Urgency,note,plain,customProperties.plannedStart`,
      'A,Inspect the railing,Bridges,Railing,anna,Look,2026-12-01T00:00:00.000Z,2026-12-02T00:00:00.000Z,2026-12-01T08:00:00.000Z,45,normal,,Assigned,then,later,3.5,high,,,',
      'B,Inspect a bridge,Bridges,BridgeInspection,,,,,,,normal,BR-002|BR-001,New,then,later,007,,,,',
      "C,'=1+1,Bridges,Railing,anna,,,,,,normal,,Assigned,then,later,,'true,'-2,true,x",
      '',
    ].join('\r\n'),
  );
  const secondImport = await importFile(planner, [response.body]);
  assert.deepEqual(listOutcomes(secondImport), ['unchanged', 'unchanged', 'unchanged']);
  const filteredExport = await planner.get('/api/v1/tasks.csv?text=railing');
  assert.equal(filteredExport.body.trim().split('\r\n').length, 2);
  assert.equal((await planner.get('/api/v1/tasks.csv?limit=5')).status, 422);
  const otherTenantExport = await (await service.asOtherTenant('admin')).get('/api/v1/tasks.csv');
  assert.equal(otherTenantExport.body, `\uFEFF${EXPORT_HEADER}\r\n`);
});

test('an import sets or clears the fields with a column, keeps all others, and appears in the history', async (t) => {
  const { planner } = await start(t);
  await importFile(planner, FILE);
  const result = await importFile(planner, [
    'externalId;title;teamName;workbookName;description;plannedMinutes;Urgency;Width',
    'A;Another;Bridges;Railing;;60;;1,5',
  ]);
  assert.deepEqual(listOutcomes(result), ['edit']);
  const { body } = await planner.get('/api/v1/tasks?text=another');
  const [a] = body.tasks;
  assert.deepEqual(
    [a.title, a.description, a.plannedMinutes, a.dueDate, a.assignee.userName, a.customProperties],
    ['Another', null, 60, '2026-12-02T00:00:00.000Z', 'anna', { Height: 3.5, Width: 1.5 }],
  );
  const history = (await planner.get(`/api/v1/tasks/${a.id}/history`)).body.entries;
  assert.deepEqual(
    history[1].details.changes.map(({ property }: { property: string }) => property),
    ['title', 'description', 'plannedMinutes', 'Urgency', 'Width'],
  );
});

test('the externalId in a file must match exactly, including spaces', async (t) => {
  const { planner } = await start(t);
  await planner.post('/api/v1/tasks', taskBody({ externalId: 'A ' }));
  const result = await importFile(planner, [HEADER, 'A ,Another, Bridges ,Railing', 'A,New,Bridges,Railing']);
  assert.deepEqual(listOutcomes(result), ['edit', 'create']);
});

test('two concurrent imports of the same tasks create each task once', async (t) => {
  const { service, planner } = await start(t);
  const otherTenantPlanner = await service.asOtherTenant('coordinator');
  const responses = await Promise.all(
    [planner, planner, otherTenantPlanner].map((caller) =>
      caller.request('POST', '/api/v1/tasks/import', FILE.join('\n'), CSV),
    ),
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await planner.get('/api/v1/tasks')).body.tasks.length, 2);
});

test('every invalid row is reported with its column, and nothing is stored if there are any', async (t) => {
  const { service, planner } = await start(t);
  const { body: activeTask } = await planner.post('/api/v1/tasks', taskBody({ externalId: 'ACTIVE' }));
  await (await service.as('anna')).post(`/api/v1/tasks/${activeTask.id}/start`);
  const otherTeamTask = taskBody({ externalId: 'FOREIGN', teamName: 'Locks', assignedUserName: 'bram' });
  await (await service.as('admin')).post('/api/v1/tasks', otherTeamTask);
  const result = await importFile(planner, [
    `${HEADER},`,
    'A,Good,Bridges,Railing',
    ',No id,Bridges,Railing',
    'A,Twice,Bridges,Railing',
    'B,Team,Bridgs,Railing',
    'C,Other team,Locks,Railing',
    'D,Workbook,Bridges,Nothing',
    'E,User,Bridges,Railing,viewer',
    'F,Items,Bridges,BridgeInspection,,,,,,,BR-009',
    'G,Dates,Bridges,Railing,,,2026-12-02T00:00:00Z,2026-12-01T00:00:00Z',
    'H,Date,Bridges,Railing,,,tomorrow',
    'I,Minutes,Bridges,Railing,,,,,,4',
    'ACTIVE,Late,Bridges,Railing',
    'FOREIGN,Taken,Bridges,Railing',
    'J,Nameless,Bridges,Railing,,,,,,,,what',
  ]);
  assert.deepEqual([result.isSaved, result.created, result.rejected], [false, 1, 13]);
  const errors = result.rows.map(({ errors: [issue] }: { errors: { column: string; message: string }[] }) =>
    issue ? `${issue.column}: ${issue.message}` : '',
  );
  const expected = [
    /^$/,
    /^externalId: The externalId is missing/,
    /^externalId: Line 2 has the same externalId/,
    /^teamName: .*'Bridgs'. Did you mean 'Bridges'/,
    /^teamName: There is no team/,
    /^workbookName: There is no workbook/,
    /^assignedUserName: .*cannot be assigned tasks/,
    /^itemsToInspect: The content type 'Bridge' has no item .*'BR-009'/,
    /^dueDate: .*would be before its startDate/,
    /^startDate: The startDate must be a date and time with time zone/,
    /^plannedMinutes: .*from 5 to 20160/,
    /^externalId: The task 'ACTIVE' is Active/,
    /^externalId: There is already a task/,
    /^: Cell 12|^: .*no column name|what/,
  ];
  for (const [index, pattern] of expected.entries()) assert.match(errors[index], pattern);
  assert.equal((await planner.get('/api/v1/tasks?text=good')).body.tasks.length, 0);
});

test('an unreadable file is rejected with the reason', async (t) => {
  const { planner } = await start(t);
  const send = (content: string, headers: Record<string, string> = CSV) =>
    planner.request('POST', '/api/v1/tasks/import', content, headers);
  const cases: [string, RegExp][] = [
    ['', /empty/],
    ['externalId,title\nA,B', /There is no column teamName.*workbookName/],
    [`${HEADER},title`, /have the same name, 'title'/],
    [`a${',a'.repeat(1_000_000)}`, /^.{0,120}Line 1 has more than 1000 columns.{0,20}$/],
    [`${HEADER}${',a'.repeat(900)}`, /There are more errors/],
    [`${HEADER},customProperties.state`, /'state' is a field of the task itself/],
    [`${HEADER}\nA,"B`, /opening quotation mark/],
    [`${HEADER}\n${'A,B,C,D\n'.repeat(10_001)}`, /more than 10000 rows/],
  ];
  for (const [content, message] of cases) {
    const { status, body } = await send(content);
    assert.equal(status, 422, content.slice(0, 100));
    assert.match(JSON.stringify(body), message);
  }
  assert.equal((await send('{}', { 'content-type': 'application/json' })).status, 415);
  assert.equal((await send('x'.repeat(16 * 1024 * 1024 + 1))).status, 413);
});

test('ten thousand tasks can be imported, and importing them again reports them as unchanged', async (t) => {
  const { planner } = await start(t);
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `T-${index},Inspect it,Bridges,Railing,anna,,,,,,,${index}`,
  );
  const firstImport = await importFile(planner, [`${HEADER},Number`, ...rows]);
  assert.deepEqual([firstImport.isSaved, firstImport.created], [true, 10_000]);
  const secondImport = await importFile(planner, [`${HEADER},Number`, ...rows]);
  assert.equal(secondImport.unchanged, 10_000);
  const { body } = await planner.get('/api/v1/tasks?count=true');
  assert.deepEqual([body.count, body.isCountCapped], [10_000, false]);
  await planner.post('/api/v1/tasks', taskBody());
  const { body: cappedCount } = await planner.get('/api/v1/tasks?count=true');
  assert.deepEqual([cappedCount.count, cappedCount.isCountCapped], [10_000, true]);
});

test('an import result truncates long external IDs', async (t) => {
  const { planner } = await start(t);
  const rows = Array.from(
    { length: 5 },
    (_, index) => `${index}${'\u0001'.repeat(590_000)},t,Bridges,Railing`,
  );
  const result = await importFile(planner, [HEADER, ...rows], '?dryRun=true');
  const ids = result.rows.map(({ externalId }: { externalId: string }) => externalId);
  assert.deepEqual(
    ids,
    rows.map((row) => row.slice(0, 80)),
  );
});

test('an import result is serialised in chunks', async (t) => {
  const { planner } = await start(t);
  const rows = Array.from({ length: 2_000 }, (_, index) => `${index}`);
  const stringify = t.mock.method(JSON, 'stringify');
  const { body } = await planner.request('POST', '/api/v1/tasks/import', [HEADER, ...rows].join('\n'), CSV);
  const lengths = stringify.mock.calls.map((call) => call.result?.length ?? 0);
  assert.equal(body.rejected, rows.length);
  assert.ok(Math.max(...lengths) < 64 * 1024, `${Math.max(...lengths)} characters in a step`);
});
