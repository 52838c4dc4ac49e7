/** Formats the last line of a passing run. Each of the `gaps` is a clause about a check that was not possible. */
export const formatClosingLine = (duration: string, gaps: readonly string[]): string =>
  [`Everything passed in ${duration}`, ...gaps].join(', but ').concat('.');
