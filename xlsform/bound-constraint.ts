import type { Field } from '#contract/workbook-definition.ts';
import { parseTime } from '#workbook-engine/iso-8601.ts';

const SECONDS_PER_DAY = 86_400;

/** Formats a number without an exponent, because expressions do not support exponents. */
export const formatNumber = (number: number): string => {
  const [, sign = '', digits = '', zeros] = /^(-?)([\d.]+)e-(\d+)$/.exec(String(number)) ?? [];
  if (zeros !== undefined) return `${sign}0.${'0'.repeat(Number(zeros) - 1)}${digits.replace('.', '')}`;
  return Number.isInteger(number) ? BigInt(number).toString() : String(number);
};

/** Lets other apps check the bounds. Imports remove this constraint: Ronda's own columns also contain the bounds. */
export const buildBoundConstraint = ({ type, min, max, maxLength }: Field): string | undefined => {
  const conditions = [
    min !== undefined && formatComparison(type, '>=', min),
    max !== undefined && formatComparison(type, '<=', max),
    maxLength !== undefined && `string-length(.) <= ${maxLength}`,
  ];
  return conditions.filter(Boolean).join(' and ') || undefined;
};

const formatComparison = (type: Field['type'], operator: string, bound: number | string): string => {
  switch (type) {
    case 'date':
      return `. ${operator} date('${bound}')`;
    case 'time':
      // Times can only be compared as fractions of a day.
      return `decimal-time(.) ${operator} ${formatNumber((parseTime(String(bound)) ?? 0) / SECONDS_PER_DAY)}`;
    case 'dateTime':
      return `decimal-date-time(.) ${operator} decimal-date-time('${bound}')`;
    default:
      return `. ${operator} ${typeof bound === 'number' ? formatNumber(bound) : bound}`;
  }
};

export const joinConditions = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? (one ?? other) : `${one} and (${other})`;

/** Removes the bounds that an export added to the constraint. */
export const removeBounds = (
  constraint: string | undefined,
  bounds: string | undefined,
): string | undefined => {
  if (constraint === undefined || bounds === undefined) return constraint;
  if (constraint === bounds) return undefined;
  const prefix = `${bounds} and (`;
  return constraint.startsWith(prefix) && constraint.endsWith(')')
    ? constraint.slice(prefix.length, -1)
    : constraint;
};
