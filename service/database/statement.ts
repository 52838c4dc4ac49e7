import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { shortcutOf } from './connect.ts';

/**
 * Runs a statement that is written whole, as text, and returns its rows. For the statements of the hot paths: Kysely's
 * builder costs 20 to 60 µs a call and its driver another 13, which is why a statement outside of a transaction goes
 * straight to the pool; and a statement that names, checks and writes at once is easier to read as SQL.
 */
export const run = async <Row>(
  db: QueryExecutorProvider,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const runAlone = shortcutOf(db);
  if (runAlone) return (await runAlone(text, values)) as Row[];
  const result = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values as unknown[]));
  return result.rows;
};
