import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { startService } from '#service/testing/start-service.ts';
import { taskFields } from './task-fields.ts';

const LIST = '/api/services/custom/externaltask/getall';

const FILTERS = [
  'IsDeleted eq false',
  "State eq 'Closed'",
  "AssignedUserName eq null or AssignedUserName eq 'person7'",
  "TeamName eq 'Team 3' and State ne 'Canceled'",
  'year(CreationTime) eq 1900',
];

const readList = async (service: Awaited<ReturnType<typeof startService>>) => {
  const erp = await service.as('erp');
  return async (query: Record<string, string>): Promise<{ id: string }[]> => {
    const { body } = await erp.get(`${LIST}?${new URLSearchParams(query)}`);
    assert.equal(body.error, null, JSON.stringify(query));
    return body.result.results;
  };
};

test('a page contains the same tasks as that part of the whole list, in every sort order', async (t) => {
  const service = await startService(t);
  await fillTasks(service.database.db, service.organisation.tenantId, 2_500);
  const list = await readList(service);
  const fields = Object.entries(taskFields.fields).flatMap(([name, { type }]) =>
    type === 'List' ? [] : [name],
  );
  for (const name of fields) {
    for (const [index, $orderby] of [name, `${name} desc`, `${name},DueDate desc`].entries()) {
      const $filter = FILTERS[(fields.indexOf(name) + index) % FILTERS.length]!;
      const whole = await list({ $filter, $orderby });
      for (const [skip, top] of [
        [0, 20],
        [7, 5],
        [1_100, 20],
        [1_100, 50],
        [2_200, undefined],
        [9_999, 20],
      ] as const) {
        const page = await list({
          $filter,
          $orderby,
          $skip: `${skip}`,
          ...(top !== undefined && { $top: `${top}` }),
        });
        const end = top === undefined ? undefined : skip + top;
        assert.deepEqual(page, whole.slice(skip, end), `${$filter}, ${$orderby}, ${skip} ${top}`);
      }
    }
  }
});

test('a text is found in any letter case that was asked for, and special characters have no meaning', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  await fillTasks(db, service.organisation.tenantId, 50);
  const list = await readList(service);
  const count = async ($filter: string) => (await list({ $filter, $top: '20' })).length;
  const expected: [filter: string, tasks: number][] = [
    ["substringof('railing 17', Title)", 1],
    ["substringof('Railing 17', Title)", 0],
    ["substringof('railing 17', tolower(Title))", 1],
    ["substringof('Railing 17', tolower(Title))", 0],
    ["substringof('RAILING 17', toupper(Title))", 1],
    ["not substringof('railing 1', Title) and endswith(ExternalId, '17')", 0],
    ["endswith(ExternalId, 'T-17')", 1],
    ["startswith(Title, 'Inspect railing 17')", 1],
    ["startswith(Title, 'railing 17')", 0],
    ["Title eq 'Inspect railing 17'", 1],
    ["Title eq 'inspect railing 17'", 0],
    ["substringof('T_17', ExternalId)", 0],
    ["substringof('%17', ExternalId)", 0],
    ["substringof('\\17', ExternalId)", 0],
    ["substringof('17', ExternalId)", 1],
    ["substringof('Corrosion, bolts', Description) and ExternalId eq 'T-9'", 1],
    ["(substringof('railing 17', Title) eq false) and ExternalId eq 'T-9'", 1],
  ];
  for (const [filter, tasks] of expected) assert.equal(await count(filter), tasks, filter);
});
