/** Sets unknown parameters to undefined: the router spreads the result over the unparsed parameters. */
export const dropUnknownParameters = <Parse extends (search: Record<string, unknown>) => object>(
  parse: Parse,
) =>
  ((search) => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...parse(search),
  })) as Parse;

/** Whether the URL has no known parameters. */
export const isEmptySearch = (search: object): boolean =>
  Object.values(search).every((value) => value === undefined);
