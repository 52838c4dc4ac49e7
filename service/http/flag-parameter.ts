/** The value of an optional query parameter that is true or false. */
export const flagOf = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true';
