import { sentence } from '#i18n/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import type { CellFormat } from './cell-text.ts';
import { type FileColumns, type FileKind, formatHeader, parseColumns } from './file-columns.ts';

/** The columns for properties. Every other column is an attribute. */
export const ITEM_FILE_COLUMNS = ['externalId', 'title', 'address', 'latitude', 'longitude'] as const;
type PropertyColumn = (typeof ITEM_FILE_COLUMNS)[number];

const ITEMS: FileKind<PropertyColumn> = {
  fields: ITEM_FILE_COLUMNS,
  required: ['externalId', 'title'],
  prefix: 'attributes.',
};

export type ItemColumns = FileColumns<PropertyColumn>;

export const formatAttributeHeader = (name: string): string => formatHeader(ITEMS, name);

export const parseHeader = (
  cells: readonly string[],
  format: CellFormat,
): { columns: ItemColumns; issues: FieldProblem[] } => {
  const { columns, issues } = parseColumns(ITEMS, cells, format);
  const { indexes } = columns;
  if (indexes.has('latitude') !== indexes.has('longitude')) {
    const missing = indexes.has('latitude') ? 'longitude' : 'latitude';
    const message = sentence`The column ${missing} is missing: a location needs both a latitude and a longitude.`;
    issues.push({ message, members: [missing] });
  }
  return { columns, issues };
};
