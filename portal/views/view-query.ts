export type Search = Readonly<Record<string, unknown>>;

export const toViewQuery = (search: Search): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );

/** Whether two searches are equal, regardless of the order of their parameters. */
export const isSameView = (a: Search, b: Search): boolean => canonicalize(a) === canonicalize(b);

export const hasSameFilters = ({ columns: _, ...a }: Search, { columns: __, ...b }: Search): boolean =>
  isSameView(a, b);

const canonicalize = (search: Search) =>
  JSON.stringify(Object.entries(toViewQuery(search)).sort(([a], [b]) => (a < b ? -1 : 1)));
