import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Problem } from '#service/problem.ts';
import { createDatabase, recognise } from '#service/testing/create-database.ts';
import { createMeans } from '#service/testing/provision-means.ts';
import { provision } from './provision.ts';

/** Brings in teams, and says what became of them. */
const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  await recognise(database);
  const bring = async (...teams: object[]) => {
    const text = JSON.stringify({ tenants: [{ tenancyName: 'default', teams }] });
    const { teams: counts } = await provision(database.db, { name: 'f.json', text }, createMeans());
    const standing = await run<{ title: string; time_zone: string; language: string }>(
      database.db,
      'select title, time_zone, language from team where tenant_id >= $1 order by title',
      [0],
    );
    return {
      counts,
      standing: standing.map(({ title, time_zone, language }) => [title, time_zone, language]),
    };
  };
  return bring;
};

test('a team works in UTC and English until the file says otherwise, and what is absent stays', async (t) => {
  const bring = await prepare(t);
  const place = { timeZone: 'Europe/Amsterdam', language: 'nl-BE' };
  assert.deepEqual((await bring({ title: 'A' }, { title: 'B', ...place })).standing, [
    ['A', 'UTC', 'en'],
    ['B', 'Europe/Amsterdam', 'nl-BE'],
  ]);
  assert.deepEqual((await bring({ title: 'B', ...place })).counts, { created: 0, updated: 0, unchanged: 1 });
  assert.deepEqual(
    await bring({ title: 'A', timeZone: 'America/New_York' }, { title: 'B', language: 'fy' }),
    {
      counts: { created: 0, updated: 2, unchanged: 0 },
      standing: [
        ['A', 'America/New_York', 'en'],
        ['B', 'Europe/Amsterdam', 'fy'],
      ],
    },
  );
});

test('a time zone or language that there is not is refused, and the nearest zone is named', async (t) => {
  const bring = await prepare(t);
  const faultsOf = async (team: object) => {
    const problem: Problem = await bring({ title: 'A', ...team }).then(
      () => assert.fail(`${JSON.stringify(team)} was not refused`),
      (error) => error,
    );
    return problem.message.split('\n').slice(1).join('\n');
  };
  assert.match(
    await faultsOf({ timeZone: 'Europe/Amsterdm' }),
    /teams\[0\]\.timeZone: timeZone is Europe\/Amsterdm; .* such as Europe\/Amsterdam\. Did you mean Europe\/Amsterdam\?$/,
  );
  for (const timeZone of ['', '+01:00', 'GMT+1', 'Mars/Phobos', 'Europe/Amsterdam ', 'x'.repeat(64)]) {
    assert.match(
      await faultsOf({ timeZone }),
      /timeZone is .*; it must be a name of the IANA database/,
      timeZone,
    );
  }
  for (const language of ['', 'dutch', 'en_US', 'en-', 'en-a', '12', 'x-klingon']) {
    assert.match(await faultsOf({ language }), /language is .*; it must be a BCP 47 language tag/, language);
  }
  assert.match(await faultsOf({ timeZone: 1 }), /timeZone must be a text/);
  assert.match(await faultsOf({ language: 'x'.repeat(36) }), /language may have at most 35 characters/);
});
