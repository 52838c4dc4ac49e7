import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import { directRunnerOf } from './connect.ts';
import type { Rows } from './rows.ts';

/** SQL text whose rows have the type that `npm run schema` read from the migrated database. */
export type Statement<Row> = {
  readonly text: string;
  /** Only a type: no value is ever set. */
  readonly row?: Row;
  /**
   * States what PostgreSQL cannot know: the members of a JSON value, or that an expression is never null. Each type must
   * be a subtype of the column's.
   */
  narrow<
    Columns extends { [Name in keyof Columns]: Name extends keyof Row ? Row[Name] : never },
  >(): Statement<Omit<Row, keyof Columns> & Columns>;
};

/** The type of a statement's rows. */
export type RowOf<S extends Statement<unknown>> = S extends Statement<infer Row> ? Row : never;

/** The texts of all statements by name, for `npm run schema`. */
export const statements = new Map<string, string>();

/**
 * Declares a statement at the top level of a module: `statement('find-team')\`select …\``. Expressions in the text are
 * inserted as they are: values are passed to `run`. The name is unique in the service and stands for the row type.
 */
export const statement =
  <Name extends keyof Rows>(name: Name) =>
  (strings: TemplateStringsArray, ...fragments: (string | number)[]): Statement<Rows[Name]> => {
    if (statements.has(name)) throw new Error(`Two statements have the name ${name}.`);
    const text = String.raw({ raw: strings }, ...fragments);
    statements.set(name, text);
    const declared: Statement<Rows[Name]> = { text, narrow: () => declared as never };
    return declared;
  };

/**
 * Runs a statement and returns its rows. Text that is composed at run time is passed as a string, with a row type that
 * nothing checks; `NoInfer` prevents that type from being inferred where the rows are used. For hot paths: Kysely costs
 * 13 µs per call, so a statement outside a transaction goes straight to the pool.
 */
export const run = async <Row>(
  db: QueryExecutorProvider,
  toRun: Statement<Row> | string,
  values: readonly unknown[],
): Promise<NoInfer<Row>[]> => {
  const text = typeof toRun === 'string' ? toRun : toRun.text;
  const runDirectly = directRunnerOf(db);
  if (runDirectly) return (await runDirectly(text, values)) as Row[];
  const result = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values as unknown[]));
  return result.rows;
};
