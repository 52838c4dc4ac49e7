import { type DatabaseConnection, openClient } from '#service/database/connect.ts';
import { canNeverBeNull } from './never-null.ts';
import { findNullableScans, listScans, type Plan } from './nullable-scans.ts';

/** A column in a statement's rows. `type` is its name in the catalog: `int8`, or `_text` for an array. */
export type RowColumn = { name: string; type: string; isNullable: boolean };

type Client = ReturnType<typeof openClient>;
type Connection = {
  parse(statement: { name: string; text: string }, more: boolean): void;
  describe(statement: { type: 'S'; name: string }, more: boolean): void;
  sync(): void;
};
/** `tableID` is 0 for an expression. */
type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };

/** Returns the columns of each statement. Throws an error with the statement's name if PostgreSQL rejects it. */
export const describeStatements = async (
  connection: DatabaseConnection,
  statements: ReadonlyMap<string, string>,
): Promise<Map<string, RowColumn[]>> => {
  const client = openClient(connection);
  await client.connect();
  try {
    const describe = await createDescribe(client);
    const described = new Map<string, RowColumn[]>();
    for (const [name, text] of statements) {
      try {
        described.set(name, await describe(text));
      } catch (error) {
        throw new Error(`The statement ${name}: ${(error as Error).message}`);
      }
    }
    return described;
  } finally {
    await client.end();
  }
};

const createDescribe = async (client: Client) => {
  const types = await readMap(client, 'select oid as key, typname as value from pg_type');
  const requiredColumns = await readMap(
    client,
    `select attrelid || '.' || attnum as key, relname || '.' || attname as value
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and attnotnull`,
  );
  const required = new Set(requiredColumns.values());
  return async (text: string): Promise<RowColumn[]> => {
    const fields = await describeFields(client, text);
    const { rows } = await client.query(`explain (verbose, generic_plan, format json) ${text}`);
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    const scans = listScans(plan);
    const nullable = findNullableScans(plan);
    /** `alias` is undefined in the plan of a statement that has a single table. */
    const isRequired = (alias: string | undefined, column: string) =>
      scans.some(
        (scan) =>
          (alias ?? scan.alias) === scan.alias &&
          required.has(`${scan.table}.${column}`) &&
          !nullable.has(scan.alias),
      );
    return fields.map(({ name, tableID, columnID, dataTypeID }, index) => {
      const [table] = requiredColumns.get(`${tableID}.${columnID}`)?.split('.') ?? [];
      const sources = scans.filter((scan) => scan.table === table);
      const isNeverNull =
        canNeverBeNull(plan.Output?.[index] ?? '', isRequired) ||
        (sources.length > 0 && sources.every(({ alias }) => !nullable.has(alias)));
      return { name, type: types.get(String(dataTypeID))!, isNullable: !isNeverNull };
    });
  };
};

const readMap = async (client: Client, text: string): Promise<Map<string, string>> =>
  new Map((await client.query(text)).rows.map(({ key, value }) => [String(key), value]));

/** Sends the messages itself, because the driver only describes statements that it executes. */
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
