import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Caller, draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const CSV = { 'content-type': 'text/csv' };
const HEADER =
  'externalId,title,teamName,workbookName,assignedUserName,description,startDate,dueDate,plannedStart,plannedMinutes,itemsToInspect';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const planner = await service.as('coordinator');
  return { service, planner };
};

const bringIn = async (caller: Caller, lines: readonly string[], query = '') => {
  const { status, body } = await caller.request(
    'POST',
    `/api/v1/tasks/import${query}`,
    lines.join('\n'),
    CSV,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const outcomes = ({ rows }: { rows: { outcome: string }[] }) => rows.map(({ outcome }) => outcome);

const FILE = [
  `${HEADER},Priority,Height`,
  'A,Inspect the railing,Bridges,Railing,anna,Look,2026-12-01T00:00:00Z,2026-12-02T00:00:00Z,2026-12-01T09:00:00+01:00,45,,high,3.5',
  'B,Inspect a bridge,bridges,BridgeInspection,,,,,,,BR-002|BR-001,,007',
];

test('a file makes tasks, says of another try that nothing would change, and of a dry run what would', async (t) => {
  const { planner } = await start(t);
  const dry = await bringIn(planner, FILE, '?dryRun=true');
  assert.deepEqual([dry.isKept, dry.created, outcomes(dry)], [false, 2, ['create', 'create']]);
  assert.deepEqual((await planner.get('/api/v1/tasks')).body.tasks, []);
  const made = await bringIn(planner, FILE);
  assert.deepEqual(made, {
    isKept: true,
    created: 2,
    edited: 0,
    unchanged: 0,
    refused: 0,
    customProperties: ['Priority', 'Height'],
    rows: [
      { line: 2, externalId: 'A', outcome: 'create', faults: [] },
      { line: 3, externalId: 'B', outcome: 'create', faults: [] },
    ],
  });
  const { body } = await planner.get('/api/v1/tasks?sort=externalId');
  const [a, b] = body.tasks;
  assert.deepEqual(
    [a.state, a.assignee.userName, a.plannedStart, a.plannedMinutes, a.customProperties],
    ['Assigned', 'anna', '2026-12-01T08:00:00.000Z', 45, { Priority: 'high', Height: 3.5 }],
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
  const again = await bringIn(planner, FILE);
  assert.deepEqual([again.unchanged, outcomes(again)], [2, ['unchanged', 'unchanged']]);
});

test('what is exported is the file that was brought in, and brought in again it changes nothing', async (t) => {
  const { planner, service } = await start(t);
  await bringIn(planner, FILE);
  const properties = { plannedStart: 'x', note: '-2', Priority: 'true', plain: true };
  await (await service.as('erp')).task('post', draft({ externalId: 'C', title: '=1+1', ...properties }));
  const answer = await planner.get('/api/v1/tasks.csv?sort=externalId');
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')],
    [
      200,
      'text/csv; charset=utf-8; header=present',
      `attachment; filename="tasks.csv"; filename*=UTF-8''tasks.csv`,
    ],
  );
  assert.equal(
    answer.body,
    [
      `\uFEFF${HEADER},Height,Priority,note,plain,customProperties.plannedStart`,
      'A,Inspect the railing,Bridges,Railing,anna,Look,2026-12-01T00:00:00.000Z,2026-12-02T00:00:00.000Z,2026-12-01T08:00:00.000Z,45,,3.5,high,,,',
      'B,Inspect a bridge,Bridges,BridgeInspection,,,,,,,BR-002|BR-001,007,,,,',
      "C,'=1+1,Bridges,Railing,anna,,,,,,,,'true,'-2,true,x",
      '',
    ].join('\r\n'),
  );
  const again = await bringIn(planner, [answer.body]);
  assert.deepEqual(outcomes(again), ['unchanged', 'unchanged', 'unchanged']);
  const some = await planner.get('/api/v1/tasks.csv?text=railing');
  assert.equal(some.body.trim().split('\r\n').length, 2);
  assert.equal((await planner.get('/api/v1/tasks.csv?limit=5')).status, 422);
  const elsewhere = await (await service.fromElsewhere('admin')).get('/api/v1/tasks.csv');
  assert.equal(elsewhere.body, `\uFEFF${HEADER}\r\n`);
});

test('a column that is there sets or clears, what has no column stays, and the history tells it', async (t) => {
  const { planner } = await start(t);
  await bringIn(planner, FILE);
  const edited = await bringIn(planner, [
    'externalId;title;teamName;workbookName;description;plannedMinutes;Priority;Width',
    'A;Another;Bridges;Railing;;60;;1,5',
  ]);
  assert.deepEqual(outcomes(edited), ['edit']);
  const { body } = await planner.get('/api/v1/tasks?text=another');
  const [a] = body.tasks;
  assert.deepEqual(
    [a.title, a.description, a.plannedMinutes, a.dueDate, a.assignee.userName, a.customProperties],
    ['Another', null, 60, '2026-12-02T00:00:00.000Z', 'anna', { Height: 3.5, Width: 1.5 }],
  );
  const history = (await planner.get(`/api/v1/tasks/${a.id}/history`)).body.entries;
  assert.deepEqual(
    history[1].details.changes.map(({ member }: { member: string }) => member),
    ['title', 'description', 'plannedMinutes', 'Priority', 'Width'],
  );
});

test('an externalId is taken exactly as it stands, blanks included', async (t) => {
  const { planner } = await start(t);
  await planner.post('/api/v1/tasks', draft({ externalId: 'A ' }));
  const told = await bringIn(planner, [HEADER, 'A ,Another, Bridges ,Railing', 'A,New,Bridges,Railing']);
  assert.deepEqual(outcomes(told), ['edit', 'create']);
});

test('of two files at once with the same tasks, each task is made once', async (t) => {
  const { service, planner } = await start(t);
  const elsewhere = await service.fromElsewhere('coordinator');
  const answers = await Promise.all(
    [planner, planner, elsewhere].map((caller) =>
      caller.request('POST', '/api/v1/tasks/import', FILE.join('\n'), CSV),
    ),
  );
  assert.ok(answers.some(({ status }) => status === 200));
  assert.ok(answers.every(({ status }) => status === 200 || status === 503));
  assert.equal((await planner.get('/api/v1/tasks')).body.tasks.length, 2);
});

test('every row at fault is told with its column, and one is enough to keep nothing', async (t) => {
  const { service, planner } = await start(t);
  const { body: active } = await planner.post('/api/v1/tasks', draft({ externalId: 'ACTIVE' }));
  await (await service.as('anna')).post(`/api/v1/tasks/${active.id}/start`);
  const foreign = draft({ externalId: 'FOREIGN', teamName: 'Locks', assignedUserName: 'bram' });
  await (await service.as('admin')).post('/api/v1/tasks', foreign);
  const told = await bringIn(planner, [
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
  assert.deepEqual([told.isKept, told.created, told.refused], [false, 1, 13]);
  const faults = told.rows.map(({ faults: [fault] }: { faults: { column: string; message: string }[] }) =>
    fault ? `${fault.column}: ${fault.message}` : '',
  );
  const expected = [
    /^$/,
    /^externalId: The externalId is missing/,
    /^externalId: The externalId stands in line 2 already/,
    /^teamName: .*'Bridgs'. Did you mean 'Bridges'/,
    /^teamName: There is no team/,
    /^workbookName: There is no workbook/,
    /^assignedUserName: .*no group that performs/,
    /^itemsToInspect: There is no Bridge .*'BR-009'/,
    /^dueDate: .*due before it may start/,
    /^startDate: The startDate must be a date and time with zone/,
    /^plannedMinutes: .*from 5 to 20160/,
    /^externalId: The task 'ACTIVE' is Active/,
    /^externalId: There is already a task/,
    /^: Cell 12|^: .*no name in the header|what/,
  ];
  for (const [place, pattern] of expected.entries()) assert.match(faults[place], pattern);
  assert.equal((await planner.get('/api/v1/tasks?text=good')).body.tasks.length, 0);
});

test('a file that cannot be read is refused with what is wrong with it', async (t) => {
  const { planner } = await start(t);
  const send = (text: string, headers: Record<string, string> = CSV) =>
    planner.request('POST', '/api/v1/tasks/import', text, headers);
  const refusals: [string, RegExp][] = [
    ['', /empty/],
    ['externalId,title\nA,B', /There is no column teamName.*workbookName/],
    [`${HEADER},title`, /both bear the name 'title'/],
    [`${HEADER},state`, /'state' is a field of the task itself/],
    [`${HEADER}\nA,"B`, /quotation mark is opened/],
    [`${HEADER}\n${'A,B,C,D\n'.repeat(10_001)}`, /more than 10000 rows/],
  ];
  for (const [text, message] of refusals) {
    const { status, body } = await send(text);
    assert.equal(status, 422, text.slice(0, 100));
    assert.match(JSON.stringify(body), message);
  }
  assert.equal((await send('{}', { 'content-type': 'application/json' })).status, 415);
  assert.equal((await send('x'.repeat(16 * 1024 * 1024 + 1))).status, 413);
});

test('ten thousand tasks come in at once, and again unchanged', async (t) => {
  const { planner } = await start(t);
  const rows = Array.from(
    { length: 10_000 },
    (_, at) => `T-${at},Inspect it,Bridges,Railing,anna,,,,,,,${at}`,
  );
  const made = await bringIn(planner, [`${HEADER},Number`, ...rows]);
  assert.deepEqual([made.isKept, made.created], [true, 10_000]);
  const again = await bringIn(planner, [`${HEADER},Number`, ...rows]);
  assert.equal(again.unchanged, 10_000);
  const { body } = await planner.get('/api/v1/tasks?count=true');
  assert.deepEqual([body.count, body.isCountCapped], [10_000, false]);
  await planner.post('/api/v1/tasks', draft());
  const { body: more } = await planner.get('/api/v1/tasks?count=true');
  assert.deepEqual([more.count, more.isCountCapped], [10_000, true]);
});
