/** The last line of a run that passed. `gaps`: checks that were not possible, each as a clause. */
export const closingLine = (duration: string, gaps: readonly string[]): string =>
  [`Everything passed in ${duration}`, ...gaps].join(', but ').concat('.');
