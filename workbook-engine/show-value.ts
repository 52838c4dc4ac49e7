const LONGEST_SHOWN = 60;

/** A value as a message may repeat it: short, on one line, and never a whole document. */
export const showValue = (value: unknown): string => {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : String(value);
};
