import type { Database } from '#service/database/connect.ts';
import { run, type Statement } from '#service/database/statement.ts';

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

/** Returns how a statement scanned its tables: the index and the number of rows read, including filtered ones. */
export const explainScans = async (
  db: Database,
  statement: Statement<unknown> | string,
  values: readonly unknown[],
): Promise<{ table: string; index: string | undefined; rows: number }[]> => {
  const [row] = await run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    db,
    `explain (analyze, format json) ${typeof statement === 'string' ? statement : statement.text}`,
    values,
  );
  const nodes = listNodes(row!['QUERY PLAN'][0].Plan);
  return nodes
    .filter((node) => node['Relation Name'] !== undefined)
    .map((node) => ({
      table: String(node['Relation Name']),
      index: (node['Index Name'] ?? findIndexName(node)) as string | undefined,
      rows: countRows(node),
    }));
};

const listNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** For a bitmap scan, the node below it names the index. */
const findIndexName = ({ Plans = [] }: PlanNode): unknown => Plans.map((node) => node['Index Name'])[0];

const countRows = (node: PlanNode): number => {
  const counters = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  return counters.reduce((rows, name) => rows + Number(node[name] ?? 0), 0) * Number(node['Actual Loops']);
};
