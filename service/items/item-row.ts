import type { ItemImportError } from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { readNumberCell, readTextCell, readValueCell } from './cell-text.ts';
import type { ItemColumns } from './item-columns.ts';
import type { ItemUpsert } from './write-items.ts';

/** One error of a row. */
export type RowError = Omit<ItemImportError, 'message'> & { message: Sentence };

/** A row of a file. `line` is the line on which it starts. */
export type Row = { line: number; cells: readonly string[] };

/**
 * Parses a row as an item. Passes errors to `issue`, and then returns undefined. Some spreadsheets leave out empty cells at
 * the end of a row, so missing cells count as empty.
 */
export const readItem = (
  columns: ItemColumns,
  row: Row,
  issue: (issue: RowError) => void,
): ItemUpsert | undefined => {
  let isValid = true;
  const report = (index: number | undefined, message: Sentence) => {
    isValid = false;
    const [column = '', value = ''] = index === undefined ? [] : [columns.names[index], row.cells[index]];
    const cell = { column: column.slice(0, MAX_SHOWN_LENGTH), value: value.slice(0, MAX_SHOWN_LENGTH) };
    issue({ line: row.line, ...cell, message });
  };
  const item = {
    ...readTexts(columns, row, report),
    ...readLocation(columns, row, report),
    attributes: readAttributes(columns, row, report),
  };
  reportUnnamedCells(columns, row, report);
  return isValid ? item : undefined;
};

const MAX_SHOWN_LENGTH = 80;

/** Reports an error of a cell, or without an index of the whole row. */
export type Report = (index: number | undefined, message: Sentence) => void;

const readTexts = ({ names, indexes }: ItemColumns, { cells }: Row, report: Report) => {
  const textAt = (index: number): string | null => {
    const text = readTextCell(cells[index] ?? '');
    const issue = text === null ? undefined : errorOfText(text, limits.name);
    if (issue !== undefined) report(index, issue);
    return text;
  };
  const requiredAt = (index: number): string => {
    // Trimmed, because trailing spaces are invisible.
    const text = textAt(index)?.trim();
    if (!text) report(index, sentence`The ${names[index]!} is missing.`);
    return text ?? '';
  };
  const address = indexes.get('address');
  return {
    externalId: requiredAt(indexes.get('externalId')!),
    title: requiredAt(indexes.get('title')!),
    ...(address !== undefined && { address: textAt(address) }),
  };
};

const readLocation = ({ names, indexes }: ItemColumns, { cells }: Row, report: Report) => {
  const [latitudeIndex, longitudeIndex] = [indexes.get('latitude'), indexes.get('longitude')];
  if (latitudeIndex === undefined || longitudeIndex === undefined) return undefined;
  const degreesAt = (index: number, max: number): number | undefined => {
    // In a coordinate, a comma can only be a decimal comma.
    const degrees = readNumberCell((cells[index] ?? '').trim(), { hasDecimalComma: true });
    if (degrees !== undefined && Math.abs(degrees) <= max) return degrees;
    report(index, sentence`The ${names[index]!} must be in degrees from -${max} to ${max}, such as 52.3636.`);
    return undefined;
  };
  const isEmpty = (index: number) => (cells[index] ?? '').trim() === '';
  if (isEmpty(latitudeIndex) && isEmpty(longitudeIndex)) return { location: null };
  if (isEmpty(latitudeIndex) || isEmpty(longitudeIndex)) {
    report(
      isEmpty(latitudeIndex) ? latitudeIndex : longitudeIndex,
      sentence`A location needs both a latitude and a longitude: fill in both or neither.`,
    );
    return undefined;
  }
  const [latitude, longitude] = [degreesAt(latitudeIndex, 90), degreesAt(longitudeIndex, 180)];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { location: { latitude, longitude } };
};

const readAttributes = ({ attributes, format }: ItemColumns, { cells }: Row, report: Report) => {
  const values: [string, string | number | boolean][] = [];
  for (const { name, index } of attributes) {
    const value = readValueCell(cells[index] ?? '', format);
    if (value === undefined) continue;
    const issue = typeof value === 'string' ? errorOfText(value, limits.customPropertyText) : undefined;
    if (issue !== undefined) report(index, issue);
    values.push([name, value]);
  }
  if (values.length > limits.customProperties) {
    const message = sentence`The row has ${values.length} attributes; an item has at most ${limits.customProperties}.`;
    report(undefined, message);
  }
  return Object.fromEntries(values);
};

/** Reports cells without a column name that are not empty. */
export const reportUnnamedCells = (
  { names, unnamed }: Pick<ItemColumns, 'names' | 'unnamed'>,
  { cells }: Row,
  report: Report,
) => {
  const extraIndexes = cells.slice(names.length).map((_, index) => names.length + index);
  for (const index of [...unnamed, ...extraIndexes]) {
    if (cells[index])
      report(index, sentence`Cell ${index + 1} of the row has no column name in the first line of the file.`);
  }
};

export const errorOfText = (text: string, limit: number): Sentence | undefined => {
  if (text.includes('\0')) return sentence`The text contains the character U+0000, which cannot be stored.`;
  // A character can consist of two UTF-16 code units. Characters are only counted if necessary.
  const length = text.length > limit ? countCharacters(text) : 0;
  return length > limit
    ? sentence`The text may have at most ${limit} characters; it has ${length}.`
    : undefined;
};
