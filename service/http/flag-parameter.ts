/** Returns the value of an optional query parameter that is either true or false. */
export const parseFlag = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true';
