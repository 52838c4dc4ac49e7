import type { Field } from '#contract/workbook-definition.ts';
import { formatNumber } from './bound-constraint.ts';
import { quote } from './expression-tokens.ts';
import { isDynamic } from './parse-default.ts';

/** Returns undefined if XLSForm cannot express the default. `names` contains the choices' names by value. */
export const formatDefault = (
  { type, default: value }: Field,
  names: ReadonlyMap<string, string>,
): string | undefined => {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((choice) => names.get(choice) ?? choice).join(' ');
  if (type === 'location' && typeof value === 'object' && value !== null) return formatLocation({ ...value });
  if (typeof value !== 'string') return undefined;
  if (type === 'singleChoice') return names.get(value) ?? value;
  if (!isDynamic({ type }, value)) return value;
  // Text that looks like an expression must be turned into an expression that returns the text.
  const literal = quote(value);
  return literal.startsWith('concat(') ? literal : `concat(${literal})`;
};

const formatLocation = ({ latitude, longitude, altitude, accuracy }: Record<string, unknown>): string => {
  // The accuracy comes fourth, so it needs an altitude before it.
  const requiredAltitude = accuracy === undefined ? altitude : (altitude ?? 0);
  return [latitude, longitude, requiredAltitude, accuracy]
    .filter((part) => typeof part === 'number')
    .map(formatNumber)
    .join(' ');
};
