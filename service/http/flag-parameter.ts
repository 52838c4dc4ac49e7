/** The value of an optional query parameter that is true or false. */
export const parseFlag = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true';
