import { msg } from '#i18n/message.ts';
import type { FieldProblem } from '#service/problem.ts';
import type { CellFormat } from './cell-text.ts';
import { type FileColumns, type FileDefinition, formatHeader, parseColumns } from './file-columns.ts';

/** All other columns are attributes. */
export const ITEM_FILE_COLUMNS = ['externalId', 'title', 'address', 'latitude', 'longitude'] as const;
type PropertyColumn = (typeof ITEM_FILE_COLUMNS)[number];

const ITEM_FILE: FileDefinition<PropertyColumn> = {
  fields: ITEM_FILE_COLUMNS,
  required: ['externalId', 'title'],
  prefix: 'attributes.',
};

export type ItemColumns = FileColumns<PropertyColumn>;

export const formatAttributeHeader = (name: string): string => formatHeader(ITEM_FILE, name);

export const parseHeader = (
  cells: readonly string[],
  format: CellFormat,
): { columns: ItemColumns; issues: FieldProblem[] } => {
  const { columns, issues } = parseColumns(ITEM_FILE, cells, format);
  const { indexes } = columns;
  if (indexes.has('latitude') !== indexes.has('longitude')) {
    const missingColumn = indexes.has('latitude') ? 'longitude' : 'latitude';
    const message = msg`The column ${missingColumn} is missing: a location needs both a latitude and a longitude.`;
    issues.push({ message, members: [missingColumn] });
  }
  return { columns, issues };
};
