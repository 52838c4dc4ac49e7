import { getCurrentCaller, SERVER_CALLER } from '#service/admission/caller.ts';
import { openClient } from '#service/database/connect.ts';

/** The second queries of `fetchFaster`, which run only if the first ones are slow. */
const SECOND_QUERY_PATTERN = /\bwith (?:matching|inspection) as materialized \(/;

/**
 * Starts recording the distinct statements that requests run in this process. Excludes background statements and second
 * queries, which depend on timing.
 */
export const recordStatements = (): { stop(): string } => {
  const client = Object.getPrototypeOf(openClient({ connectionString: '' })) as {
    query: (...values: unknown[]) => unknown;
  };
  const originalQuery = client.query;
  const statements = new Set<string>();
  client.query = function (this: unknown, ...values) {
    const statement = readSql(values[0]);
    const isRecorded = getCurrentCaller() !== SERVER_CALLER && !SECOND_QUERY_PATTERN.test(statement ?? '');
    if (statement !== undefined && isRecorded) statements.add(normaliseStatement(statement));
    return originalQuery.apply(this, values);
  };
  return {
    stop: () => {
      client.query = originalQuery;
      return `${[...statements].sort().join('\n')}\n`;
    },
  };
};

/** Returns the SQL of a query: a string, `{ text }` or a cursor. */
const readSql = (query: unknown): string | undefined => {
  if (typeof query === 'string') return query;
  return (query as { text?: string }).text ?? (query as { cursor?: { text: string } }).cursor?.text;
};

/** Removes variable parts: the length of parameter lists and the number of rows in a batch. */
const normaliseStatement = (statement: string) =>
  statement
    .replace(/^fetch \d+/, 'fetch …')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\(\$\d+(?:, \$\d+)+\)/g, '($…)')
    .replaceAll(/\(\$…\)(?:, \(\$…\))+/g, '($…), …')
    .trim();
