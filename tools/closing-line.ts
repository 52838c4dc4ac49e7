/** The last line of a passing run. `gaps` describes the checks that were not possible, each in one clause. */
export const formatClosingLine = (duration: string, gaps: readonly string[]): string =>
  [`Everything passed in ${duration}`, ...gaps].join(', but ').concat('.');
