import type { ItemImportError } from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { type Message, msg } from '#i18n/message.ts';
import { type CellValue, parseNumberCell, parseTextCell, parseValueCell } from './cell-text.ts';
import { shorten } from './file-columns.ts';
import type { ItemColumns } from './item-columns.ts';
import type { ItemUpsert } from './write-items.ts';

export type RowError = Omit<ItemImportError, 'message'> & { message: Message };

/** `line` is the line where the row starts. */
export type Row = { line: number; cells: readonly string[] };

/** Returns undefined if the row has errors. Some spreadsheets omit trailing empty cells. */
export const readItem = (
  columns: ItemColumns,
  row: Row,
  onError: (error: RowError) => void,
): ItemUpsert | undefined => {
  const { report, finish } = limitErrors((index, message) => {
    const [column = '', value = ''] = index === undefined ? [] : [columns.names[index], row.cells[index]];
    onError({ line: row.line, column: shorten(column), value: shorten(value), message });
  });
  const strings = readStrings(columns, row, report);
  const location = readLocation(columns, row, report);
  const attributes = readAttributes(columns, row, report);
  if (attributes.length > limits.customProperties) {
    const message = msg`The row has ${attributes.length} attributes; an item has at most ${limits.customProperties}.`;
    report(undefined, message);
  }
  reportUnnamedCells(columns, row, report);
  return finish() === 0 ? { ...strings, ...location, attributes: Object.fromEntries(attributes) } : undefined;
};

/** Reports an error in a cell, or in the row if `index` is undefined. */
export type Report = (index: number | undefined, message: Message) => void;

/** A 16 MiB file could have eight million errors. `finish` returns the total number of errors. */
export const limitErrors = (reportError: Report): { report: Report; finish(): number } => {
  const max = limits.importErrorsPerRow;
  let count = 0;
  return {
    report: (index, message) => {
      if (++count <= max) reportError(index, message);
    },
    finish: () => {
      if (count > max)
        reportError(undefined, msg`The row has ${count} errors; only the first ${max} are listed.`);
      return count;
    },
  };
};

const readStrings = ({ names, indexes }: ItemColumns, { cells }: Row, report: Report) => {
  const readString = (index: number): string | null => {
    const text = parseTextCell(cells[index] ?? '');
    const error = text === null ? undefined : findTextError(text, limits.name);
    if (error !== undefined) report(index, error);
    return text;
  };
  const readRequired = (index: number): string => {
    // Users cannot see trailing spaces.
    const text = readString(index)?.trim();
    if (!text) report(index, msg`The ${names[index]!} is missing.`);
    return text ?? '';
  };
  const address = indexes.get('address');
  return {
    externalId: readRequired(indexes.get('externalId')!),
    title: readRequired(indexes.get('title')!),
    ...(address !== undefined && { address: readString(address) }),
  };
};

const readLocation = ({ names, indexes }: ItemColumns, { cells }: Row, report: Report) => {
  const [latitudeIndex, longitudeIndex] = [indexes.get('latitude'), indexes.get('longitude')];
  if (latitudeIndex === undefined || longitudeIndex === undefined) return undefined;
  const readDegrees = (index: number, max: number): number | undefined => {
    // A comma in a coordinate can only be a decimal comma.
    const degrees = parseNumberCell((cells[index] ?? '').trim(), { hasDecimalComma: true });
    if (degrees !== undefined && Math.abs(degrees) <= max) return degrees;
    report(index, msg`The ${names[index]!} must be in degrees from -${max} to ${max}, such as 52.3636.`);
    return undefined;
  };
  const isEmpty = (index: number) => (cells[index] ?? '').trim() === '';
  if (isEmpty(latitudeIndex) && isEmpty(longitudeIndex)) return { location: null };
  if (isEmpty(latitudeIndex) || isEmpty(longitudeIndex)) {
    report(
      isEmpty(latitudeIndex) ? latitudeIndex : longitudeIndex,
      msg`A location needs both a latitude and a longitude: fill in both or neither.`,
    );
    return undefined;
  }
  const [latitude, longitude] = [readDegrees(latitudeIndex, 90), readDegrees(longitudeIndex, 180)];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { location: { latitude, longitude } };
};

export const readAttributes = (
  { attributes, format }: Pick<ItemColumns, 'attributes' | 'format'>,
  { cells }: Row,
  report: Report,
): [name: string, value: CellValue][] => {
  const values: [string, CellValue][] = [];
  for (const { name, index } of attributes) {
    const value = parseValueCell(cells[index] ?? '', format);
    if (value === undefined) continue;
    const error = typeof value === 'string' ? findTextError(value, limits.customPropertyText) : undefined;
    if (error !== undefined) report(index, error);
    values.push([name, value]);
  }
  return values;
};

export const reportUnnamedCells = (
  { names, unnamedIndexes }: Pick<ItemColumns, 'names' | 'unnamedIndexes'>,
  { cells }: Row,
  report: Report,
) => {
  const extraIndexes = cells.slice(names.length).map((_, index) => names.length + index);
  for (const index of [...unnamedIndexes, ...extraIndexes]) {
    if (cells[index])
      report(index, msg`Cell ${index + 1} of the row has no column name in the first line of the file.`);
  }
};

export const findTextError = (text: string, limit: number): Message | undefined => {
  if (text.includes('\0')) return msg`The text contains the character U+0000, which cannot be stored.`;
  // A character can be two UTF-16 code units.
  const length = text.length > limit ? countCharacters(text) : 0;
  return length > limit ? msg`The text may have at most ${limit} characters; it has ${length}.` : undefined;
};
