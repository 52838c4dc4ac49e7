type Search = Readonly<Record<string, unknown>>;

/** What stands in an address, as a view keeps it: texts and lists of texts. */
export const viewQueryOf = (search: Search): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );

/** Whether two addresses show the same, whatever the order of their members. */
export const isSameView = (one: Search, other: Search): boolean => canonical(one) === canonical(other);

const canonical = (search: Search) =>
  JSON.stringify(Object.entries(viewQueryOf(search)).sort(([a], [b]) => (a < b ? -1 : 1)));
