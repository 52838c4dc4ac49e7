import pg from 'pg';

/** A statement, and whether its server plans it for its values or uses one plan for all values. */
export type ExplainedStatement = {
  text: string;
  values: readonly unknown[];
  /** The setting of the server's connections. */
  planCacheMode: 'auto' | 'force_generic_plan' | 'force_custom_plan';
};

type PlanNode = {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Sort Key'?: string[];
  Plans?: PlanNode[];
};

/** PostgreSQL decides between a plan for all values and a plan for the given ones after five executions. */
const EXECUTIONS = 6;

/** How each table is read, such as `task_due_index`, and what is sorted, by table. Sorting counts as a table. */
type Steps = Map<string, Set<string>>;

/** Returns a note if the two read the same tables with different indexes, or sort differently. */
export const comparePlans = async (
  client: pg.Client,
  { service, baseline }: { service: ExplainedStatement; baseline: ExplainedStatement },
): Promise<string | undefined> => {
  const serviceSteps = await explain(client, service);
  const baselineSteps = await explain(client, baseline);
  const differences: string[] = [];
  for (const table of ['sort', ...serviceSteps.keys()]) {
    const [used, usedByBaseline] = [serviceSteps.get(table), baselineSteps.get(table)];
    // The service reads tables that the baseline does not need, and names in another statement.
    if (table !== 'sort' && !usedByBaseline) continue;
    const [ours, theirs] = [used, usedByBaseline].map((steps) =>
      [...(steps ?? ['none'])].sort().join(' and '),
    );
    if (ours !== theirs) differences.push(`${table}: ${ours} instead of ${theirs}`);
  }
  return differences.length === 0
    ? undefined
    : `the service's plan differs from the baseline's: ${[...new Set(differences)].join('; ')}`;
};

const explain = async (
  client: pg.Client,
  { text, values, planCacheMode }: ExplainedStatement,
): Promise<Steps> => {
  const parameters = values.map(formatLiteral).join(', ');
  await client.query(`set plan_cache_mode = ${planCacheMode}`);
  await client.query(`prepare explained as ${text}`);
  try {
    const steps: Steps = new Map();
    for (let execution = 1; execution <= EXECUTIONS; execution++) {
      const { rows } = await client.query(`explain (format json) execute explained(${parameters})`);
      if (execution === EXECUTIONS) addSteps(steps, rows[0]['QUERY PLAN'][0].Plan);
    }
    return steps;
  } finally {
    await client.query('deallocate explained');
    await client.query('reset plan_cache_mode');
  }
};

const formatLiteral = (value: unknown): string => {
  if (value === null) return 'null';
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
};

const addSteps = (steps: Steps, node: PlanNode): void => {
  const { 'Relation Name': table, 'Sort Key': sortKey, Plans: children = [] } = node;
  const add = (name: string, step: string) => steps.getOrInsertComputed(name, () => new Set()).add(step);
  // A bitmap scan has its index in the node below.
  const index = [node, ...children].find((candidate) => candidate['Index Name'] !== undefined)?.[
    'Index Name'
  ];
  if (table !== undefined) add(table, index ?? 'all rows');
  if (sortKey !== undefined) add('sort', sortKey.join(', '));
  for (const child of children) addSteps(steps, child);
};
