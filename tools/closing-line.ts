/** Each warning is a clause about a check that was not possible. */
export const formatClosingLine = (duration: string, warnings: readonly string[]): string =>
  [`Everything passed in ${duration}`, ...warnings].join(', but ').concat('.');
