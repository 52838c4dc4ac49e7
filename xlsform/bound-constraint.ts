import type { Field } from '#contract/workbook-definition.ts';
import { readTime } from '#workbook-engine/iso-8601.ts';

const SECONDS_PER_DAY = 86_400;

/** Formats a number without exponent, which expressions do not support. */
export const writeNumber = (number: number): string => {
  const [, sign = '', digits = '', zeros] = /^(-?)([\d.]+)e-(\d+)$/.exec(String(number)) ?? [];
  if (zeros !== undefined) return `${sign}0.${'0'.repeat(Number(zeros) - 1)}${digits.replace('.', '')}`;
  return Number.isInteger(number) ? BigInt(number).toString() : String(number);
};

/**
 * The bounds of a field as a constraint for XLSForm; undefined if there are none. Exported forms also have columns for the
 * bounds, so that the import can remove them from the constraint again.
 */
export const boundConstraint = ({ type, min, max, maxLength }: Field): string | undefined => {
  const parts = [
    min === undefined ? [] : compare(type, '>=', min),
    max === undefined ? [] : compare(type, '<=', max),
    maxLength === undefined ? [] : `string-length(.) <= ${maxLength}`,
  ].flat();
  return parts.length === 0 ? undefined : parts.join(' and ');
};

const compare = (type: Field['type'], operator: string, bound: number | string): string => {
  switch (type) {
    case 'date':
      return `. ${operator} date('${bound}')`;
    case 'time':
      // Times are compared as parts of a day.
      return `decimal-time(.) ${operator} ${writeNumber((readTime(String(bound)) ?? 0) / SECONDS_PER_DAY)}`;
    case 'dateTime':
      return `decimal-date-time(.) ${operator} decimal-date-time('${bound}')`;
    default:
      return `. ${operator} ${typeof bound === 'number' ? writeNumber(bound) : bound}`;
  }
};

/** Combines two conditions with `and`. */
export const bothTrue = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? (one ?? other) : `${one} and (${other})`;

/** Removes the bounds that an export has added to a constraint. */
export const withoutBounds = (
  constraint: string | undefined,
  bounds: string | undefined,
): string | undefined => {
  if (constraint === undefined || bounds === undefined) return constraint;
  if (constraint === bounds) return undefined;
  const before = `${bounds} and (`;
  return constraint.startsWith(before) && constraint.endsWith(')')
    ? constraint.slice(before.length, -1)
    : constraint;
};
