const MAX_SHOWN_LENGTH = 60;

/** A value for an error message: short and on one line. */
export const showValue = (value: unknown): string => {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}…` : value);
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : String(value);
};
