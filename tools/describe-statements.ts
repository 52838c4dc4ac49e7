import { type DatabaseConnection, openClient } from '#service/database/connect.ts';
import { canNeverBeNull } from './never-null.ts';
import { findNullableScans, listScans, type Plan } from './nullable-scans.ts';

/** `type` is the type's name in the catalog, such as `int8`, or `_text` for an array. */
export type RowColumn = { name: string; type: string; isNullable: boolean };

type Client = ReturnType<typeof openClient>;
type Connection = {
  parse(statement: { name: string; text: string }, more: boolean): void;
  describe(statement: { type: 'S'; name: string }, more: boolean): void;
  sync(): void;
};
/** `tableID` is 0 for an expression. */
type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };

/** Throws an error with the statement's name if PostgreSQL rejects it. */
export const describeStatements = async (
  connection: DatabaseConnection,
  statements: ReadonlyMap<string, string>,
): Promise<Map<string, RowColumn[]>> => {
  const client = openClient(connection);
  await client.connect();
  try {
    const describeStatement = await createStatementDescriber(client);
    const columnsByStatement = new Map<string, RowColumn[]>();
    for (const [name, text] of statements) {
      try {
        columnsByStatement.set(name, await describeStatement(text));
      } catch (error) {
        throw new Error(`The statement ${name}: ${(error as Error).message}`);
      }
    }
    return columnsByStatement;
  } finally {
    await client.end();
  }
};

const createStatementDescriber = async (client: Client) => {
  const typeNames = await queryMap(client, 'select oid as key, typname as value from pg_type');
  const requiredColumnNames = await queryMap(
    client,
    `select attrelid || '.' || attnum as key, relname || '.' || attname as value
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and attnotnull`,
  );
  const requiredNames = new Set(requiredColumnNames.values());
  return async (text: string): Promise<RowColumn[]> => {
    const fields = await describeFields(client, text);
    const { rows } = await client.query(`explain (verbose, generic_plan, format json) ${text}`);
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    const scans = listScans(plan);
    const nullableAliases = findNullableScans(plan);
    /** In the plan of a statement that reads a single table, columns have no alias. */
    const isRequired = (alias: string | undefined, column: string) =>
      scans.some(
        (scan) =>
          (alias ?? scan.alias) === scan.alias &&
          requiredNames.has(`${scan.table}.${column}`) &&
          !nullableAliases.has(scan.alias),
      );
    return fields.map(({ name, tableID, columnID, dataTypeID }, index) => {
      const [table] = requiredColumnNames.get(`${tableID}.${columnID}`)?.split('.') ?? [];
      const sources = scans.filter((scan) => scan.table === table);
      const isNeverNull =
        canNeverBeNull(plan.Output?.[index] ?? '', isRequired) ||
        (sources.length > 0 && sources.every(({ alias }) => !nullableAliases.has(alias)));
      return { name, type: typeNames.get(String(dataTypeID))!, isNullable: !isNeverNull };
    });
  };
};

const queryMap = async (client: Client, text: string): Promise<Map<string, string>> =>
  new Map((await client.query(text)).rows.map(({ key, value }) => [String(key), value]));

/** The driver describes only statements that it executes. */
const describeFields = (client: Client, text: string): Promise<Field[]> => {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>();
  let fields: Field[] = [];
  const description = {
    submit: (connection: Connection) => {
      connection.parse({ name: '', text }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription: (message: { fields: Field[] }) => {
      fields = message.fields;
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(fields),
  };
  client.query(description);
  return promise;
};
