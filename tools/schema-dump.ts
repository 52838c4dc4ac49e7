import type { Catalog, Column, Table } from './read-catalog.ts';

/** The text of service/database/schema.sql: what all migrations together made, to be read and compared, not run. */
export const schemaDump = ({ tables, functions }: Catalog): string =>
  [HEAD, ...tables.map(tableText), ...functions.map((definition) => `${definition.trim()};\n`)].join('\n');

const HEAD =
  '-- Made by `npm run schema` from the migrated database. Change a migration, then run it again.\n';

const tableText = ({ name, columns, constraints, indexes, options }: Table): string => {
  const lines = [
    ...columns.map(columnText),
    ...constraints.map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
  ];
  const settings = options.length > 0 ? ` with (${options.join(', ')})` : '';
  const statements = [
    `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${settings};`,
    ...indexes.map((index) => `${index.replace(' ON public.', ' ON ')};`),
  ];
  return `${statements.join('\n')}\n`;
};

const columnText = (column: Column): string =>
  [
    column.name,
    column.type,
    column.isNullable ? '' : 'not null',
    column.default === null ? '' : `default ${column.default}`,
    column.identity === null ? '' : `generated ${column.identity} as identity`,
    column.generatedAs === null ? '' : `generated always as (${column.generatedAs}) stored`,
  ]
    .filter((part) => part !== '')
    .join(' ');
