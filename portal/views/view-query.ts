type Search = Readonly<Record<string, unknown>>;

/** Converts the search of an address to the format of saved views: text and lists of text. */
export const viewQueryOf = (search: Search): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );

/** Whether two searches are equal, in any order of members. */
export const isSameView = (one: Search, other: Search): boolean => canonical(one) === canonical(other);

/** Whether two searches have the same filters and order. The columns of a list may differ. */
export const hasSameFilters = ({ columns: _, ...one }: Search, { columns: __, ...other }: Search): boolean =>
  isSameView(one, other);

const canonical = (search: Search) =>
  JSON.stringify(Object.entries(viewQueryOf(search)).sort(([a], [b]) => (a < b ? -1 : 1)));
