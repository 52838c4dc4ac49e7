import { bindNames, type KnownNames } from './bind-names.ts';
import { repeatedQueryParameter } from './request-problems.ts';

/** Query parameters as they came: a name that is given twice keeps all its values until the route refuses it. */
export type Query = Record<string, string | string[]>;

/** Reads a query string; `+` is a blank, names and values are decoded. */
export const parseQuery = (text: string): Query => {
  const query: Query = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
};

/** Gives known parameters their documented spelling (decision W2); one that is given twice is refused (S9). */
export const bindQuery = (query: unknown, known: KnownNames): Record<string, unknown> => {
  const bound = bindNames(query, known);
  for (const [name, value] of Object.entries(bound)) {
    if (Array.isArray(value)) throw repeatedQueryParameter(name);
  }
  return bound;
};
