import type { EdmType } from '#service/odata/edm.ts';

export type Value = string | boolean | bigint | number | null;
export type TypedValue = { type: EdmType; value: Value };

export const power28 = 10n ** 28n;

/** The largest values of the types that are represented as integers. */
const LARGEST: Partial<Record<EdmType, bigint>> = {
  Int32: 2n ** 31n - 1n,
  Int64: 2n ** 63n - 1n,
  Decimal: (2n ** 96n - 1n) * power28,
};

/** The value, or null if it is out of range for its type. Integers have one additional negative value. */
export const nullIfOutOfRange = (type: EdmType, value: bigint | null): bigint | null => {
  const largest = LARGEST[type];
  if (value === null || largest === undefined) return value;
  const smallest = type === 'Decimal' ? -largest : -largest - 1n;
  return value >= smallest && value <= largest ? value : null;
};

export const requireBigInt = (value: Value): bigint => {
  if (typeof value !== 'bigint') throw new TypeError(`${value} is not an integer`);
  return value;
};
