import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';

const ROW_COUNT = 150;
/** `Bridges` with a different misspelling in each row. */
const TEAM_NAMES = Array.from({ length: ROW_COUNT }, (_, index) => `Bridg${(index + 600).toString(36)}`);

test('a file with many unknown names is rejected with an error in each row, and suggestions for the first hundred', async (t) => {
  const planner = await (await startService(t)).as('coordinator');
  const file = [
    'externalId,title,teamName,workbookName',
    ...TEAM_NAMES.map((team, index) => `WO-${index},Inspect,${team},Railing`),
  ].join('\n');
  const { body } = await planner.request('POST', '/api/v1/tasks/import', file, {
    'content-type': 'text/csv',
  });
  const messages: string[] = body.rows.map(({ errors: [error] }: { errors: { message: string }[] }) => {
    assert.ok(error);
    return error.message;
  });
  for (const [index, message] of messages.entries())
    assert.ok(message.startsWith(`There is no team with the name '${TEAM_NAMES[index]}'.`), message);
  const suggestions = messages.filter((message) => message.endsWith("Did you mean 'Bridges'?"));
  assert.equal(suggestions.length, 100);
});
