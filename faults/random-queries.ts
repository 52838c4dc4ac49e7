import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { buildListQuery, buildSortedQuery } from '#service/odata/build-list-query.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { parseOptions } from '#service/odata/query-options.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { printExpression } from './print-expression.ts';
import { compareValues, evaluate } from './query-interpreter.ts';
import { filterExpressions, sortKeyExpressions } from './random-expressions.ts';
import { createSampleSource, randomRows, type SampleRow, sampleFields } from './random-rows.ts';

/**
 * Runs random well-typed queries on random rows, both in PostgreSQL and in an interpreter that shares only the syntax
 * tree with the service. Both must return the same rows in the same order (decisions O2 to O6).
 */
export const runRandomQueries = async (
  { db, adHocQueries }: DatabaseHandle,
  { expressions, seed }: { expressions: number; seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  const violations: string[] = [];
  const figures = { expressions: 0, 'rows found': 0, 'longest filter, characters': 0 };
  const signal = new AbortController().signal;
  const rows = fc.sample(randomRows, { numRuns: 1, seed })[0]!.map((row) => ({ ...row, Id: randomUUID() }));

  const runQuery = async (filter: string, orderBy: string): Promise<string[]> => {
    const plan = planQuery(parseOptions({ $filter: filter, $orderby: orderBy, $top: '1000' }), sampleFields);
    const source = createSampleSource(rows);
    const { rows: result, rest } = await adHocQueries.list<{ id: string }>(
      buildListQuery(db, source, plan),
      signal,
    );
    for await (const batch of rest ?? []) result.push(...batch);
    const sortedResult = await adHocQueries.fetchSmall<{ id: string }>(
      buildSortedQuery(db, source, plan),
      signal,
    );
    const [ids, sortedIds] = [result, sortedResult].map((list) => list.map(({ id }) => id));
    if (ids!.join() !== sortedIds!.join()) return ['sorting all rows first returns others', ...sortedIds!];
    return ids!;
  };

  const queries = fc.tuple(filterExpressions, sortKeyExpressions, fc.boolean());
  for (const [filter, key, isDescending] of fc.sample(queries, { numRuns: expressions, seed })) {
    const filterText = printExpression(filter);
    const orderBy = `${printExpression(key)}${isDescending ? ' desc' : ''}`;
    const expected = sortRows(
      rows.filter((row) => evaluate(filter, row).value === true),
      (row) => evaluate(key, row).value,
      isDescending,
    ).map(({ Id }) => Id);
    const result = await runQuery(filterText, orderBy).catch((error: Error) => [error.message]);
    if (result.join() !== expected.join()) {
      violations.push(
        `$filter=${filterText} $orderby=${orderBy}: ${result.length} rows instead of ${expected.length}: ${result[0]}`,
      );
    }
    figures.expressions++;
    figures['rows found'] += expected.length;
    figures['longest filter, characters'] = Math.max(
      figures['longest filter, characters'],
      filterText.length,
    );
    if (figures.expressions % 1_000 === 0) onProgress(`${figures.expressions} expressions`);
  }
  return { violations, figures };
};

const sortRows = (
  rows: SampleRow[],
  getKey: (row: SampleRow) => ReturnType<typeof evaluate>['value'],
  isDescending: boolean,
): SampleRow[] => {
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => direction * (compareValues(getKey(a), getKey(b)) || (a.Id < b.Id ? -1 : 1)));
};
