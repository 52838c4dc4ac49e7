import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run, statements } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import './preview-items.ts';
import { preferIndexLookups } from './write-items.ts';

const createNames = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);

/**
 * Creates items with 200 attributes in a database that PostgreSQL has not analysed yet, as is the case shortly after
 * the first import.
 */
const start = async (t: TestContext, { items, length }: { items: number; length: number }) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const { tenantId } = await createOrganisation(db);
  const [type] = await run<{ content_type_id: string }>(db, 'select content_type_id from content_type', []);
  await run(
    db,
    `insert into item (tenant_id, item_id, content_type_id, external_id, title, attributes)
     select $1, gen_random_uuid(), $2, 'X-' || item, 'x', (
       select jsonb_object_agg('a' || name, (
         select left(string_agg(md5(random()::text || name || part), ''), $4) from generate_series(0, $4 / 32) part
       )) from generate_series(0, 199) as name
     ) from generate_series(1, $3) as item`,
    [tenantId, type!.content_type_id, items, length],
  );
  const rows = Array.from({ length: items }, (_, index) => ({
    line: index + 2,
    externalId: `X-${index + 1}`,
    title: 'x',
    attributes: {},
  }));
  /** Runs an import statement and returns its plan and timing. */
  const explain = (name: string, values: readonly unknown[]) =>
    db.transaction().execute(async (trx) => {
      await preferIndexLookups(trx);
      const [row] = await run<{ 'QUERY PLAN': [ExplainResult] }>(
        trx,
        `explain (analyze, buffers, format json) ${statements.get(name)}`,
        [tenantId, type!.content_type_id, JSON.stringify(rows), ...values],
      );
      return row!['QUERY PLAN'][0];
    });
  const explainPreview = (columns: number, max: number) =>
    explain('preview-items', [
      JSON.stringify(Object.fromEntries(createNames(columns).map((name, index) => [name, index]))),
      max,
    ]);
  return { explainPreview, explainUpdate: (names: readonly string[]) => explain('update-items', [names]) };
};

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };
type ExplainResult = { Plan: PlanNode; 'Execution Time': number };

const listNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** Counts the rows that the plan's nodes returned or filtered out. */
const countRows = ({ Plan }: ExplainResult) =>
  listNodes(Plan)
    .map((node) => {
      const counters = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter'];
      return counters.reduce((sum, name) => sum + Number(node[name] ?? 0), 0) * Number(node['Actual Loops']);
    })
    .reduce((sum, rows) => sum + rows);

test("a preview reads each item's attributes once, however many columns the file has", async (t) => {
  const { explainPreview } = await start(t, { items: 1, length: 4_000 });
  const plans = [await explainPreview(200, 500), await explainPreview(990, 500)];
  const [fewBlocks, manyBlocks] = plans.map(({ Plan }) => Number(Plan['Shared Hit Blocks']));
  assert.ok(manyBlocks! <= fewBlocks! + 20 && fewBlocks! < 1_000, `${fewBlocks} and ${manyBlocks} blocks`);
});

test('a preview stops reading at the last row it returns', async (t) => {
  const { explainPreview } = await start(t, { items: 500, length: 1 });
  const [rowsForTen, rowsForAll] = [await explainPreview(200, 10), await explainPreview(200, 500)].map(
    countRows,
  );
  assert.ok(rowsForTen! < rowsForAll! / 20, `${rowsForTen} of ${rowsForAll} rows`);
});

test('an update looks up items one by one, even without statistics', async (t) => {
  const { explainUpdate } = await start(t, { items: 1_000, length: 1 });
  const rows = countRows(await explainUpdate([]));
  assert.ok(rows < 1_000_000, `${rows} rows`);
});

test('an update does not slow down when more of the columns are missing from the items', async (t) => {
  const { explainUpdate } = await start(t, { items: 200, length: 1 });
  const measure = async (count: number) => {
    const names = createNames(count).map((name) => `b${name}`);
    const times: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) times.push((await explainUpdate(names))['Execution Time']);
    return Math.min(...times);
  };
  // Removing names one by one took five times as long. Measurements are repeated up to three times, because a busy
  // machine can slow down either of the two.
  const ratios: number[] = [];
  while (ratios.length < 4 && !ratios.some((ratio) => ratio < 2.5))
    ratios.push((await measure(990)) / (await measure(10)));
  assert.ok(ratios.at(-1)! < 2.5, `ratios: ${ratios.join(', ')}`);
});
