import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { findDirectRunner } from './connect.ts';
import type { Rows } from './rows.ts';

/** SQL whose rows have the type that `npm run schema` determined from the migrated database. */
export type Statement<Row> = {
  readonly text: string;
  /** Only carries the type; it is never set. */
  readonly row?: Row;
  /**
   * Narrows column types where PostgreSQL cannot know the properties of a JSON value, or that an expression is never
   * null. Each new type must be a subtype of the column's type.
   */
  narrow<
    Columns extends { [Name in keyof Columns]: Name extends keyof Row ? Row[Name] : never },
  >(): Statement<Omit<Row, keyof Columns> & Columns>;
};

export type RowOf<S extends Statement<unknown>> = S extends Statement<infer Row> ? Row : never;

/** The SQL of all statements, by name, for `npm run schema`. */
export const statements = new Map<string, string>();

/**
 * Declares a statement. To be used at the top level of a module: `statement('find-team')\`select …\``.
 * Interpolated expressions become part of the SQL, so values must be passed to `run` instead. The name is
 * unique in the service and determines the row type.
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
 * Runs a statement. SQL that is composed at run time is passed as a string. Its row type is not checked, and `NoInfer`
 * prevents TypeScript from inferring the type from the call. Outside a transaction, the statement bypasses Kysely,
 * which would take 13 µs per call. Only statements with values have a time limit and are prepared (once per
 * connection). A statement that needs no value therefore ends with `where $1` and is passed `[true]`.
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

/** Runs a statement and returns only the first row, or undefined if there is none. */
export const findRow = async <Row>(
  db: QueryExecutorProvider,
  query: Statement<Row> | string,
  values: readonly unknown[],
): Promise<NoInfer<Row> | undefined> => (await run(db, query, values))[0];

/** Runs a statement that always returns a row, and returns the first row. */
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
