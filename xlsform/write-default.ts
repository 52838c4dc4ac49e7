import type { Field } from '#contract/workbook-definition.ts';
import { writeNumber } from './bound-constraint.ts';
import { quote } from './expression-tokens.ts';
import { isDynamic } from './read-default.ts';

/**
 * An answer as the default of XLSForm says it; undefined where it cannot. `names` are the names of choices in the form
 * by their values.
 */
export const writeDefault = (
  { type, default: value }: Field,
  names: ReadonlyMap<string, string>,
): string | undefined => {
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((each) => names.get(each) ?? each).join(' ');
  if (type === 'location' && typeof value === 'object' && value !== null) return writeLocation({ ...value });
  if (typeof value !== 'string') return undefined;
  if (type === 'singleChoice') return names.get(value) ?? value;
  if (!isDynamic({ type }, value)) return value;
  // A text that looks like an expression is written as an expression.
  const quoted = quote(value);
  return quoted.startsWith('concat(') ? quoted : `concat(${quoted})`;
};

const writeLocation = ({ latitude, longitude, altitude, accuracy }: Record<string, unknown>): string => {
  const height = accuracy === undefined ? altitude : (altitude ?? 0);
  return [latitude, longitude, height, accuracy]
    .filter((part) => typeof part === 'number')
    .map(writeNumber)
    .join(' ');
};
