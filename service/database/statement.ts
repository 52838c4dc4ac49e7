import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { findDirectRunner } from './connect.ts';
import type { Rows } from './rows.ts';

/** SQL whose rows have the type that `npm run schema` read from the migrated database. */
export type Statement<Row> = {
  readonly text: string;
  /** Only for the type; never set. */
  readonly row?: Row;
  /**
   * Narrows the types of columns where PostgreSQL cannot know the properties of a JSON value, or that an expression is
   * never null. Each type must be a subtype of the column's type.
   */
  narrow<
    Columns extends { [Name in keyof Columns]: Name extends keyof Row ? Row[Name] : never },
  >(): Statement<Omit<Row, keyof Columns> & Columns>;
};

/** The type of a statement's rows. */
export type RowOf<S extends Statement<unknown>> = S extends Statement<infer Row> ? Row : never;

/** The SQL of all statements by name, for `npm run schema`. */
export const statements = new Map<string, string>();

/**
 * Declares a statement at the top level of a module: `statement('find-team')\`select …\``. Expressions in the text are
 * inserted verbatim; pass values to `run`. The name is unique in the service and determines the row type.
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
 * Runs a statement and returns its rows. SQL that is composed at run time is passed as a string; its row type is not
 * checked, and `NoInfer` prevents it from being inferred at the call. Outside a transaction, the statement bypasses
 * Kysely, which takes 13 µs per call.
 *
 * Only a statement with values is prepared once per connection and has a time limit; one without is sent like a migration.
 * Statements that need no value therefore end with `where $1`, and get `[true]`.
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
