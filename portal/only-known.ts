/**
 * Sets parameters that a parser does not return to undefined. The router spreads the parser's result over the raw search,
 * so they would pass through otherwise.
 */
export const onlyKnown = <Parse extends (given: Record<string, unknown>) => object>(parse: Parse) =>
  ((given) => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...parse(given),
  })) as Parse;

/** Whether an address has no known parameters. */
export const isUsual = (search: object): boolean =>
  Object.values(search).every((value) => value === undefined);
