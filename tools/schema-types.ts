import type { Column, Table } from './read-catalog.ts';

/** What pg gives for each type, with the parsers that service/database/connect.ts sets (bigint is a number). */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  // As text: a day is no instant (service/database/connect.ts).
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
};

/** The text of service/database/schema.ts: one interface per table, for Kysely. */
export const schemaTypes = (tables: readonly Table[]): string => {
  const interfaces = tables.map(tableInterface).join('\n');
  const entries = tables.map(({ name }) => `  ${name}: ${interfaceName(name)};\n`).join('');
  const schema = `export interface Schema {\n${entries}}\n`;
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) =>
    `${interfaces}${JSON_TYPE}`.includes(`${name}<`),
  );
  return `${HEAD}import type { ${used.join(', ')} } from 'kysely';\n\n${JSON_TYPE}\n${interfaces}\n${schema}`;
};

const HEAD =
  '// Made by `npm run schema` from the migrated database. Change a migration, then run it again.\n\n';

const JSON_TYPE = `/** Read as a value, written as JSON text: pg would send a JavaScript array as a PostgreSQL array. */
type Json = ColumnType<unknown, string, string>;
`;

const interfaceName = (table: string) =>
  `${table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`;

const tableInterface = ({ name, columns }: Table) =>
  `interface ${interfaceName(name)} {\n${columns
    .map((column) => `  ${column.name}: ${columnType(name, column)};\n`)
    .join('')}}\n`;

const columnType = (table: string, column: Column): string => {
  const element = TYPES[column.typeName];
  if (element === undefined) {
    throw new Error(
      `${table}.${column.name} is of type ${column.type}, for which tools/schema-types.ts has no TypeScript type. Add one to TYPES.`,
    );
  }
  const given = column.isArray ? `${element}[]` : element;
  const type = column.isNullable ? `${given} | null` : given;
  if (column.identity === 'always' || column.generatedAs !== null) return `GeneratedAlways<${type}>`;
  return column.identity !== null || column.default !== null ? `Generated<${type}>` : type;
};
