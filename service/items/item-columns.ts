import { sentence } from '#sentences/sentence.ts';
import type { FieldProblem } from '#service/problem.ts';
import type { CellStyle } from './cell-text.ts';
import { type FileColumns, type FileKind, headerOf, readColumns } from './file-columns.ts';

/** Columns that are members of an item; every other is one of its attributes. */
export const ITEM_COLUMNS_OF_FILE = ['externalId', 'title', 'address', 'latitude', 'longitude'] as const;
type Member = (typeof ITEM_COLUMNS_OF_FILE)[number];

const ITEMS: FileKind<Member> = {
  members: ITEM_COLUMNS_OF_FILE,
  required: ['externalId', 'title'],
  prefix: 'attributes.',
};

/** What the columns of a file of items are. */
export type ItemColumns = FileColumns<Member>;

/** The header of an attribute, such that it is read as that attribute again. */
export const attributeHeader = (name: string): string => headerOf(ITEMS, name);

/** Reads the header of a file of items; `faults` says everything that is wrong with it. */
export const readHeader = (
  cells: readonly string[],
  style: CellStyle,
): { columns: ItemColumns; faults: FieldProblem[] } => {
  const { columns, faults } = readColumns(ITEMS, cells, style);
  const { places } = columns;
  if (places.has('latitude') !== places.has('longitude')) {
    const missing = places.has('latitude') ? 'longitude' : 'latitude';
    const message = sentence`There is no column ${missing}: a location has a latitude and a longitude.`;
    faults.push({ message, members: [missing] });
  }
  return { columns, faults };
};
