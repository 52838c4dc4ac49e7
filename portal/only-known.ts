/**
 * The router spreads what a parser returns over what stands in the address, so that what the parser left out would come
 * through: whatever it does not return is unset here.
 */
export const onlyKnown = <Parse extends (given: Record<string, unknown>) => object>(parse: Parse) =>
  ((given) => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...parse(given),
  })) as Parse;

/** Whether an address asks for nothing that its page knows. */
export const isUsual = (search: object): boolean =>
  Object.values(search).every((value) => value === undefined);
