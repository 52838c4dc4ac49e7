import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Problem } from '#service/problem.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { provision } from './provision.ts';

/** Returns a function that applies teams and returns the outcome. */
const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const apply = async (...teams: object[]) => {
    const text = JSON.stringify({ tenants: [{ tenancyName: 'default', teams }] });
    const { teams: counts } = await provision(
      database.db,
      { name: 'f.json', text },
      createTestDependencies(),
    );
    const storedTeams = await run<{ title: string; time_zone: string; language: string }>(
      database.db,
      'select title, time_zone, language from team where tenant_id >= $1 order by title',
      [0],
    );
    return {
      counts,
      storedTeams: storedTeams.map(({ title, time_zone, language }) => [title, time_zone, language]),
    };
  };
  return apply;
};

test('a team uses UTC and English unless the file says otherwise, and absent fields are left unchanged', async (t) => {
  const apply = await prepare(t);
  const locale = { timeZone: 'Europe/Amsterdam', language: 'nl-BE' };
  assert.deepEqual((await apply({ title: 'A' }, { title: 'B', ...locale })).storedTeams, [
    ['A', 'UTC', 'en'],
    ['B', 'Europe/Amsterdam', 'nl-BE'],
  ]);
  assert.deepEqual((await apply({ title: 'B', ...locale })).counts, { created: 0, updated: 0, unchanged: 1 });
  assert.deepEqual(
    await apply({ title: 'A', timeZone: 'America/New_York' }, { title: 'B', language: 'fy' }),
    {
      counts: { created: 0, updated: 2, unchanged: 0 },
      storedTeams: [
        ['A', 'America/New_York', 'en'],
        ['B', 'Europe/Amsterdam', 'fy'],
      ],
    },
  );
});

test('rejects unknown time zones and languages, and suggests the nearest time zone', async (t) => {
  const apply = await prepare(t);
  const readErrors = async (team: object) => {
    const problem: Problem = await apply({ title: 'A', ...team }).then(
      () => assert.fail(`${JSON.stringify(team)} was accepted`),
      (error) => error,
    );
    return problem.message.split('\n').slice(1).join('\n');
  };
  assert.match(
    await readErrors({ timeZone: 'Europe/Amsterdm' }),
    /teams\[0\]\.timeZone: timeZone is Europe\/Amsterdm; .* such as Europe\/Amsterdam\. Did you mean Europe\/Amsterdam\?$/,
  );
  for (const timeZone of ['', '+01:00', 'GMT+1', 'Mars/Phobos', 'Europe/Amsterdam ', 'x'.repeat(64)]) {
    assert.match(
      await readErrors({ timeZone }),
      /timeZone is .*; it must be a name from the IANA database/,
      timeZone,
    );
  }
  for (const language of ['', 'dutch', 'en_US', 'en-', 'en-a', '12', 'x-klingon']) {
    assert.match(
      await readErrors({ language }),
      /language is .*; it must be a BCP 47 language tag/,
      language,
    );
  }
  assert.match(await readErrors({ timeZone: 1 }), /timeZone must be a string/);
  assert.match(await readErrors({ language: 'x'.repeat(36) }), /language may have at most 35 characters/);
});
