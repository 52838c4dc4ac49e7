import type { EdmType } from '#service/odata/edm.ts';

export type Value = string | boolean | bigint | number | null;
export type TypedValue = { type: EdmType; value: Value };

/** A Decimal is represented as an integer: its value multiplied by this. */
export const DECIMAL_SCALE = 10n ** 28n;

/** The largest values of the types that are represented as integers. */
const LARGEST_VALUES: Partial<Record<EdmType, bigint>> = {
  Int32: 2n ** 31n - 1n,
  Int64: 2n ** 63n - 1n,
  Decimal: (2n ** 96n - 1n) * DECIMAL_SCALE,
};

/** Returns the value, or null if it is out of range for its type. Integer types have one additional negative value. */
export const nullIfOutOfRange = (type: EdmType, value: bigint | null): bigint | null => {
  const largest = LARGEST_VALUES[type];
  if (value === null || largest === undefined) return value;
  const smallest = type === 'Decimal' ? -largest : -largest - 1n;
  return value >= smallest && value <= largest ? value : null;
};

export const requireBigInt = (value: Value): bigint => {
  if (typeof value !== 'bigint') throw new TypeError(`${value} is not an integer`);
  return value;
};
