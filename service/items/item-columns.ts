import { sentence } from '#i18n/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import type { CellFormat } from './cell-text.ts';
import { type FileColumns, type FileKind, headerOf, readColumns } from './file-columns.ts';

/** The columns of members. Every other column is an attribute. */
export const ITEM_COLUMNS_OF_FILE = ['externalId', 'title', 'address', 'latitude', 'longitude'] as const;
type Member = (typeof ITEM_COLUMNS_OF_FILE)[number];

const ITEMS: FileKind<Member> = {
  members: ITEM_COLUMNS_OF_FILE,
  required: ['externalId', 'title'],
  prefix: 'attributes.',
};

/** The columns of a file of items. */
export type ItemColumns = FileColumns<Member>;

/** The column name of an attribute, which readHeader parses as that attribute. */
export const attributeHeader = (name: string): string => headerOf(ITEMS, name);

/** Parses the header of a file of items; `issues` lists all its errors. */
export const readHeader = (
  cells: readonly string[],
  format: CellFormat,
): { columns: ItemColumns; issues: FieldProblem[] } => {
  const { columns, issues } = readColumns(ITEMS, cells, format);
  const { indexes } = columns;
  if (indexes.has('latitude') !== indexes.has('longitude')) {
    const missing = indexes.has('latitude') ? 'longitude' : 'latitude';
    const message = sentence`The column ${missing} is missing: a location needs both a latitude and a longitude.`;
    issues.push({ message, members: [missing] });
  }
  return { columns, issues };
};
