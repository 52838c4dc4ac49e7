import type { ItemImportFault } from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { readNumberCell, readTextCell, readValueCell } from './cell-text.ts';
import type { ItemColumns } from './item-columns.ts';
import type { WantedItem } from './write-items.ts';

/** What is wrong with a row. */
export type RowFault = Omit<ItemImportFault, 'message'> & { message: Sentence };

/** A row of a file, and the line of the file on which it begins. */
export type Row = { line: number; cells: readonly string[] };

/**
 * Reads a row as an item. What its cells say wrongly goes to `fault`; then there is no item. Some spreadsheets leave out
 * the last cells of a row when they are empty, so cells that are missing are empty.
 */
export const readItem = (
  columns: ItemColumns,
  row: Row,
  fault: (fault: RowFault) => void,
): WantedItem | undefined => {
  let isFit = true;
  const refuse = (place: number | undefined, message: Sentence) => {
    isFit = false;
    const [column = '', value = ''] = place === undefined ? [] : [columns.names[place], row.cells[place]];
    const shown = { column: column.slice(0, LONGEST_SHOWN), value: value.slice(0, LONGEST_SHOWN) };
    fault({ line: row.line, ...shown, message });
  };
  const item = {
    ...readTexts(columns, row, refuse),
    ...readLocation(columns, row, refuse),
    attributes: readAttributes(columns, row, refuse),
  };
  refuseNameless(columns, row, refuse);
  return isFit ? item : undefined;
};

const LONGEST_SHOWN = 80;

/** Says what is wrong with the cell at a place, or with the row as a whole. */
export type Refuse = (place: number | undefined, message: Sentence) => void;

const readTexts = ({ names, places }: ItemColumns, { cells }: Row, refuse: Refuse) => {
  const textAt = (place: number): string | null => {
    const text = readTextCell(cells[place] ?? '');
    const fault = text === null ? undefined : faultOfText(text, limits.name);
    if (fault !== undefined) refuse(place, fault);
    return text;
  };
  const requiredAt = (place: number): string => {
    // Nobody sees the difference between D1 and D1 with a blank behind it, and whoever wrote it meant none.
    const text = textAt(place)?.trim();
    if (!text) refuse(place, sentence`The ${names[place]!} is missing.`);
    return text ?? '';
  };
  const address = places.get('address');
  return {
    externalId: requiredAt(places.get('externalId')!),
    title: requiredAt(places.get('title')!),
    ...(address !== undefined && { address: textAt(address) }),
  };
};

const readLocation = ({ names, places }: ItemColumns, { cells }: Row, refuse: Refuse) => {
  const [northing, easting] = [places.get('latitude'), places.get('longitude')];
  if (northing === undefined || easting === undefined) return undefined;
  const degreesAt = (place: number, most: number): number | undefined => {
    // A comma can only be a decimal one here.
    const degrees = readNumberCell((cells[place] ?? '').trim(), { hasDecimalComma: true });
    if (degrees !== undefined && Math.abs(degrees) <= most) return degrees;
    refuse(place, sentence`The ${names[place]!} must be degrees from -${most} to ${most}, such as 52.3636.`);
    return undefined;
  };
  const isEmpty = (place: number) => (cells[place] ?? '').trim() === '';
  if (isEmpty(northing) && isEmpty(easting)) return { location: null };
  if (isEmpty(northing) || isEmpty(easting)) {
    refuse(
      isEmpty(northing) ? northing : easting,
      sentence`A location has a latitude and a longitude: give both or none.`,
    );
    return undefined;
  }
  const [latitude, longitude] = [degreesAt(northing, 90), degreesAt(easting, 180)];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { location: { latitude, longitude } };
};

const readAttributes = ({ attributes, style }: ItemColumns, { cells }: Row, refuse: Refuse) => {
  const values: [string, string | number | boolean][] = [];
  for (const { name, place } of attributes) {
    const value = readValueCell(cells[place] ?? '', style);
    if (value === undefined) continue;
    const fault = typeof value === 'string' ? faultOfText(value, limits.customPropertyText) : undefined;
    if (fault !== undefined) refuse(place, fault);
    values.push([name, value]);
  }
  if (values.length > limits.customProperties) {
    const message = sentence`The row has ${values.length} attributes; an item has at most ${limits.customProperties}.`;
    refuse(undefined, message);
  }
  return Object.fromEntries(values);
};

/** What stands where the header names nothing. */
export const refuseNameless = (
  { names, unnamed }: Pick<ItemColumns, 'names' | 'unnamed'>,
  { cells }: Row,
  refuse: Refuse,
) => {
  const beyond = cells.slice(names.length).map((_, index) => names.length + index);
  for (const place of [...unnamed, ...beyond]) {
    if (cells[place])
      refuse(place, sentence`Cell ${place + 1} of the row has no name in the header: what is it?`);
  }
};

export const faultOfText = (text: string, limit: number): Sentence | undefined => {
  if (text.includes('\0')) return sentence`The text contains the character U+0000, which cannot be stored.`;
  // A character may be two units long, so they are only counted where it matters.
  const length = text.length > limit ? [...text].length : 0;
  return length > limit
    ? sentence`The text may have at most ${limit} characters; it has ${length}.`
    : undefined;
};
