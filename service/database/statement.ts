import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { findDirectRunner } from './connect.ts';
import type { Rows } from './rows.ts';

/** The row type comes from the migrated database (`npm run schema`). */
export type Statement<Row> = {
  readonly text: string;
  /** Never set: it only carries the type. */
  readonly row?: Row;
  /** Declares what PostgreSQL cannot know: the properties of a JSON value, or that an expression is never null. */
  narrow<
    Columns extends { [Name in keyof Columns]: Name extends keyof Row ? Row[Name] : never },
  >(): Statement<Omit<Row, keyof Columns> & Columns>;
};

export type RowOf<S extends Statement<unknown>> = S extends Statement<infer Row> ? Row : never;

/** The SQL of all statements, by name, for `npm run schema`. */
export const statements = new Map<string, string>();

/**
 * Declares a statement at the top level of a module: `statement('find-team')\`select …\``. Interpolated expressions
 * become part of the SQL, so pass values to `run` instead.
 */
export const statement =
  <Name extends keyof Rows>(name: Name) =>
  (strings: TemplateStringsArray, ...fragments: (string | number)[]): Statement<Rows[Name]> => {
    if (statements.has(name)) throw new Error(`Two statements have the name ${name}.`);
    const text = String.raw({ raw: strings }, ...fragments);
    statements.set(name, text);
    const self: Statement<Rows[Name]> = { text, narrow: () => self as never };
    return self;
  };

/**
 * The row type of SQL composed at run time is unchecked. Outside a transaction, this bypasses Kysely, which adds 13 µs
 * per call. Only statements with values are prepared and have a timeout, so a statement that needs no value ends with
 * `where $1` and is passed `[true]`.
 */
export const run = async <Row>(
  db: QueryExecutorProvider,
  query: Statement<Row> | string,
  values: readonly unknown[],
): Promise<NoInfer<Row>[]> => {
  const text = typeof query === 'string' ? query : query.text;
  const runDirectly = findDirectRunner(db);
  if (runDirectly) return (await runDirectly(text, values)) as Row[];
  const result = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values as unknown[]));
  return result.rows;
};

export const findRow = async <Row>(
  db: QueryExecutorProvider,
  query: Statement<Row> | string,
  values: readonly unknown[],
): Promise<NoInfer<Row> | undefined> => (await run(db, query, values))[0];

export const readRow = async <Row>(
  db: QueryExecutorProvider,
  query: Statement<Row>,
  values: readonly unknown[],
): Promise<NoInfer<Row>> => {
  const row = await findRow(db, query, values);
  if (row === undefined) throw new Error('A statement that always returns a row returned none.');
  return row;
};

export const hasRow = async (
  db: QueryExecutorProvider,
  query: string,
  values: readonly unknown[],
): Promise<boolean> => (await run(db, query, values)).length > 0;
