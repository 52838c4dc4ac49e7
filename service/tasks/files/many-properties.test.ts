import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { startService } from '#service/testing/start-service.ts';

const MAX_PROPERTIES = limits.customProperties;

const listNames = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test("a file cannot exceed a task's custom property limit", async (t) => {
  const planner = await (await startService(t)).as('coordinator');
  const importTask = async (names: readonly string[]) => {
    const header = ['externalId', 'title', 'teamName', 'workbookName', ...names].join(',');
    const row = ['WO-1', 'Inspect', 'Bridges', 'Railing', ...names.map(() => '1')].join(',');
    const file = `${header}\n${row}\n`;
    const { body } = await planner.request('POST', '/api/v1/tasks/import', file, {
      'content-type': 'text/csv',
    });
    const [{ outcome, errors }] = body.rows;
    return { outcome, message: errors[0]?.message };
  };
  assert.deepEqual(await importTask(listNames('a', MAX_PROPERTIES + 1)), {
    outcome: 'error',
    message: `A task may have at most ${MAX_PROPERTIES} custom properties; ${MAX_PROPERTIES + 1} were given.`,
  });
  assert.equal((await importTask(listNames('a', MAX_PROPERTIES))).outcome, 'create');
  const result = await importTask(listNames('b', 1));
  assert.equal(result.outcome, 'error');
  assert.match(result.message, /the task 'WO-1' would have more than 200/);
  assert.equal((await importTask(listNames('a', MAX_PROPERTIES))).outcome, 'unchanged');
  const { body } = await planner.get('/api/v1/tasks');
  assert.equal(Object.keys(body.tasks[0].customProperties).length, MAX_PROPERTIES);
});
