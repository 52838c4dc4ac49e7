import type { ItemImportError } from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { readNumberCell, readTextCell, readValueCell } from './cell-text.ts';
import type { ItemColumns } from './item-columns.ts';
import type { WantedItem } from './write-items.ts';

/** One error of a row. */
export type RowError = Omit<ItemImportError, 'message'> & { message: Sentence };

/** A row of a file, and the line on which it starts. */
export type Row = { line: number; cells: readonly string[] };

/**
 * Parses a row as an item; undefined if it has errors, which it passes to `issue`. Some spreadsheets leave out empty cells at
 * the end of a row, so missing cells count as empty.
 */
export const readItem = (
  columns: ItemColumns,
  row: Row,
  issue: (issue: RowError) => void,
): WantedItem | undefined => {
  let isValid = true;
  const report = (place: number | undefined, message: Sentence) => {
    isValid = false;
    const [column = '', value = ''] = place === undefined ? [] : [columns.names[place], row.cells[place]];
    const shown = { column: column.slice(0, MAX_SHOWN_LENGTH), value: value.slice(0, MAX_SHOWN_LENGTH) };
    issue({ line: row.line, ...shown, message });
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

/** Reports an error of a cell, or without a place of the row as a whole. */
export type Report = (place: number | undefined, message: Sentence) => void;

const readTexts = ({ names, places }: ItemColumns, { cells }: Row, report: Report) => {
  const textAt = (place: number): string | null => {
    const text = readTextCell(cells[place] ?? '');
    const issue = text === null ? undefined : errorOfText(text, limits.name);
    if (issue !== undefined) report(place, issue);
    return text;
  };
  const requiredAt = (place: number): string => {
    // Trimmed, because nobody sees the difference between D1 and D1 with a trailing space.
    const text = textAt(place)?.trim();
    if (!text) report(place, sentence`The ${names[place]!} is missing.`);
    return text ?? '';
  };
  const address = places.get('address');
  return {
    externalId: requiredAt(places.get('externalId')!),
    title: requiredAt(places.get('title')!),
    ...(address !== undefined && { address: textAt(address) }),
  };
};

const readLocation = ({ names, places }: ItemColumns, { cells }: Row, report: Report) => {
  const [northing, easting] = [places.get('latitude'), places.get('longitude')];
  if (northing === undefined || easting === undefined) return undefined;
  const degreesAt = (place: number, max: number): number | undefined => {
    // Here a comma can only be a decimal comma.
    const degrees = readNumberCell((cells[place] ?? '').trim(), { hasDecimalComma: true });
    if (degrees !== undefined && Math.abs(degrees) <= max) return degrees;
    report(place, sentence`The ${names[place]!} must be in degrees from -${max} to ${max}, such as 52.3636.`);
    return undefined;
  };
  const isEmpty = (place: number) => (cells[place] ?? '').trim() === '';
  if (isEmpty(northing) && isEmpty(easting)) return { location: null };
  if (isEmpty(northing) || isEmpty(easting)) {
    report(
      isEmpty(northing) ? northing : easting,
      sentence`A location needs both a latitude and a longitude: fill in both or neither.`,
    );
    return undefined;
  }
  const [latitude, longitude] = [degreesAt(northing, 90), degreesAt(easting, 180)];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { location: { latitude, longitude } };
};

const readAttributes = ({ attributes, style }: ItemColumns, { cells }: Row, report: Report) => {
  const values: [string, string | number | boolean][] = [];
  for (const { name, place } of attributes) {
    const value = readValueCell(cells[place] ?? '', style);
    if (value === undefined) continue;
    const issue = typeof value === 'string' ? errorOfText(value, limits.customPropertyText) : undefined;
    if (issue !== undefined) report(place, issue);
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
  const beyond = cells.slice(names.length).map((_, index) => names.length + index);
  for (const place of [...unnamed, ...beyond]) {
    if (cells[place])
      report(place, sentence`Cell ${place + 1} of the row has no column name in the first line of the file.`);
  }
};

export const errorOfText = (text: string, limit: number): Sentence | undefined => {
  if (text.includes('\0')) return sentence`The text contains the character U+0000, which cannot be stored.`;
  // A character may be two units long, so characters are only counted if necessary.
  const length = text.length > limit ? [...text].length : 0;
  return length > limit
    ? sentence`The text may have at most ${limit} characters; it has ${length}.`
    : undefined;
};
