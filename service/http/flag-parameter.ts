export const parseFlag = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true';
