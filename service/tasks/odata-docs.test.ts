import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { EntityFields } from '#service/odata/fields.ts';
import { FUNCTIONS } from '#service/odata/functions.ts';
import type { Caller } from '#service/testing/caller.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { workbookFields } from '#service/workbooks/workbook-fields.ts';
import { taskFields } from './task-fields.ts';

const docsPage = readFileSync(resolve(import.meta.dirname, '../../docs/integrate/odata.md'), 'utf8');

const TASKS = '/api/services/custom/externaltask';
const WORKBOOKS = '/api/services/app/workbook/GetWorkbooks';

/** The rows of each table, keyed by column heading; empty cells are null. */
const tables = [...docsPage.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) => {
  const [headings, , ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));
  return rows.map(
    (cells) =>
      new Map(
        headings!.map((heading, index) => [heading, cells[index] === '' ? null : cells[index]!] as const),
      ),
  );
});
const findTables = (...headings: string[]) =>
  tables.filter(([row]) => headings.every((heading) => row!.has(heading))).map((rows) => rows as Cells[]);
type Cells = Map<string, string | null>;

/** An example request with its documented result. */
type Example = { url: string; expected: string };

const buildUrl = (lines: string[]): string => {
  const [first] = lines;
  if (first!.startsWith('GET ')) return first!.slice(4);
  const options = lines.filter((line) => line !== 'GetWorkbooks').map((line) => line.split(/=(.*)/s, 2));
  const query = new URLSearchParams(options as [string, string][]);
  return `${first === 'GetWorkbooks' ? WORKBOOKS : `${TASKS}/getall`}?${query}`;
};

const blocks = [...docsPage.matchAll(/^```odata\n(.*?)\n```$/gms)];
const blockExamples: Example[] = blocks
  .flatMap(([, block]) => block!.split('\n\n'))
  .map((example) => {
    const lines = example.split('\n');
    const expected = lines.pop()!;
    assert.ok(expected.startsWith('→ ') && lines.length > 0, `an example has no result:\n${example}`);
    return { url: buildUrl(lines), expected: expected.slice(2) };
  });

/** Builds a URL from a code cell, which contains a query option or the value of $filter. */
const parseExampleCell = (cell: string | null | undefined): string => {
  const code = /^`(.*)`$/.exec(cell ?? '')?.[1];
  assert.ok(code, `${cell} is not an example`);
  return buildUrl([code.startsWith('$') ? code : `$filter=${code}`]);
};

const tableExamples: Example[] = findTables('Result')
  .flat()
  .map((row) => ({
    url: parseExampleCell(row.get('Example') ?? row.get('Version 3')),
    expected: row.get('Result')!,
  }));

/** Creates the tasks and versions listed on the page. Returns a user who can see them all. */
const startWithPage = async (t: TestContext): Promise<Caller> => {
  const service = await startService(t);
  const erp = await service.as('erp');
  for (const task of findTables('ExternalId', 'State')[0]!) await createTask(service, erp, task);
  for (const version of findTables('Title', 'Version')[0]!) await createVersion(service, version);
  return erp;
};

const createTask = async ({ as, database, organisation }: TestService, erp: Caller, task: Cells) => {
  const { body: created } = await erp.post('/api/v1/tasks', {
    workbookName: 'Railing',
    ...Object.fromEntries(
      ['ExternalId', 'Title', 'TeamName', 'AssignedUserName', 'Description', 'DueDate']
        .filter((name) => task.get(name) !== null)
        .map((name) => [name.charAt(0).toLowerCase() + name.slice(1), task.get(name)]),
    ),
  });
  const state = task.get('State')!;
  if (['Active', 'Closed', 'Canceled'].includes(state)) {
    const person = await as(task.get('AssignedUserName')!);
    const { body: inspection } = await person.post(`/api/v1/tasks/${created.id}/start`);
    if (state === 'Closed') {
      const path = `/api/v1/inspections/${inspection.id}`;
      await person.request('PATCH', `${path}/answers`, { answers: { Height: 1 } });
      await person.post(`${path}/complete`);
    }
  }
  if (state === 'Canceled') await erp.task('cancel', { externalTaskIds: [task.get('ExternalId')] });
  await run(database.db, 'update task set modified_at = $3 where tenant_id = $1 and external_id = $2', [
    organisation.tenantId,
    task.get('ExternalId'),
    task.get('LastModificationTime'),
  ]);
};

/** Creates a version listed on the page unless it already exists. */
const createVersion = ({ database, organisation: { tenantId } }: TestService, version: Cells) =>
  run(
    database.db,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
     select tenant_id, gen_random_uuid(), workbook_id, $3, $4, $2, '[]', $5 from workbook
     where tenant_id = $1 and title = $2 on conflict do nothing`,
    [tenantId, ...['Title', 'Version', 'VersionCode', 'IsPublished'].map((name) => version.get(name))],
  );

type Row = { externalId?: string; title: string; version: string };

const GENERAL_MESSAGE = 'The query specified in the URI is not valid. ';

/** Formats a response like the page does. */
const formatResult = ({ success, result, error }: Awaited<ReturnType<Caller['get']>>['body']): string => {
  if (!success) return `error: ${error.message.replace(GENERAL_MESSAGE, '')}`;
  const names = result.results.map((row: Row) => row.externalId ?? `${row.title} ${row.version}`);
  return names.length === 0 ? 'nothing' : names.join(', ');
};

test('the lists return the tasks and workbooks shown on the queries page', async (t) => {
  const erp = await startWithPage(t);
  const assertTable = async (url: string, [table]: Cells[][]) => {
    const { body } = await erp.get(url);
    const formatRow = (row: Record<string, unknown>) =>
      new Map(
        [...table![0]!.keys()].map((heading) => {
          const value = row[heading.charAt(0).toLowerCase() + heading.slice(1)];
          return [heading, value === null ? null : String(value)];
        }),
      );
    assert.deepEqual(body.result.results.map(formatRow), table);
  };
  await assertTable(`${TASKS}/getall`, findTables('ExternalId', 'State'));
  await assertTable(`${WORKBOOKS}?$orderby=Title,VersionCode`, findTables('Title', 'Version'));
});

test('every example on the queries page returns the documented result', async (t) => {
  assert.equal(
    docsPage.match(/^```/gm)?.length,
    2 * blocks.length,
    'every code block on the page is an example',
  );
  assert.ok(blockExamples.length >= 40 && tableExamples.length >= 50, 'the page has lost its examples');
  const erp = await startWithPage(t);
  const wrongExamples: object[] = [];
  for (const { url, expected } of [...blockExamples, ...tableExamples]) {
    const { status, body } = await erp.get(url);
    const actual = expected.startsWith('{') ? JSON.stringify(body) : formatResult(body);
    const isExpected = expected.endsWith('…')
      ? actual.startsWith(expected.slice(0, -1))
      : actual === expected;
    if (!isExpected || status !== 200)
      wrongExamples.push({ request: decodeURIComponent(url), expected, actual, status });
  }
  assert.deepEqual(wrongExamples, []);
});

test('the OData 4 syntax shown on the queries page is rejected', async (t) => {
  const erp = await startWithPage(t);
  const [rows] = findTables('Version 4');
  for (const row of rows!) {
    const { body } = await erp.get(parseExampleCell(row.get('Version 4')));
    assert.equal(body.success, false, row.get('Version 4')!);
  }
});

test('each list example in the API reference works, both on its own and combined with the others', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const { paths } = (await erp.get('/openapi.json')).body as { paths: Record<string, { get?: Operation }> };
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const options = get?.parameters?.filter(({ name }) => name.startsWith('$')) ?? [];
    return options.length === 0 ? [] : [{ path, options }];
  });
  assert.equal(lists.length, 2);
  for (const { path, options } of lists) {
    const examples = options.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]]));
    for (const examplesToTry of [...examples.map((example) => [example]), examples]) {
      const { body } = await erp.get(`${path}?${new URLSearchParams(examplesToTry as [string, string][])}`);
      assert.equal(body.error, null, `${path} ${examplesToTry.join(' ')}`);
    }
  }
});

/** The part of an API reference operation that contains its examples. */
type Operation = { parameters?: { name: string; example?: string }[] };

test('expressions work up to the limits documented on the queries page, but no further', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const limits = findTables('Limit')[0]!.map((row) =>
    Number.parseInt(row.get('Limit')!.replace(',', ''), 10),
  );
  const options = [
    (characters: number) => `$filter=${'true'.padEnd(characters)}`,
    (parts: number) => `$filter=${parts % 2 ? '' : 'not '}true${' eq true'.repeat((parts - 1) / 2)}`,
    (levels: number) => `$filter=${'('.repeat(levels)}true${')'.repeat(levels)}`,
    (keys: number) => `$orderby=Title${',Title'.repeat(keys - 1)}`,
  ];
  for (const [index, createOption] of options.entries()) {
    for (const [max, isAccepted] of [[limits[index]!, true] as const, [limits[index]! + 1, false] as const]) {
      const { body } = await erp.get(buildUrl([createOption(max)]));
      assert.equal(body.success, isAccepted, `${max}: ${body.error?.message}`);
    }
  }
});

test('the queries page lists every property with its type, and every function with an example', () => {
  const listNames = (cell: string | null | undefined) =>
    [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const [taskRows, workbookRows] = findTables('Type', 'Never null');
  for (const [table, { fields }] of [
    [taskRows!, taskFields],
    [workbookRows!, workbookFields],
  ] as [Cells[], EntityFields][]) {
    const listedFields = table.flatMap((row) => [
      ...listNames(row.get('Never null')).map((name) => [name, row.get('Type'), false]),
      ...listNames(row.get('Nullable')).map((name) => [name, row.get('Type'), true]),
    ]);
    const expected = Object.entries(fields).map(([name, field]) => [
      name,
      field.type,
      field.type === 'List' || field.nullable,
    ]);
    assert.deepEqual(listedFields.toSorted(), expected.toSorted());
  }
  const [functions] = findTables('Function');
  const documentedFunctions = functions!.map((row) => {
    const name = /^`(\w+)\(/.exec(row.get('Function')!)?.[1];
    assert.ok(name && row.get('Example')!.includes(`${name}(`), row.get('Function')!);
    return name;
  });
  assert.deepEqual([...new Set(documentedFunctions)].toSorted(), Object.keys(FUNCTIONS).toSorted());
});
