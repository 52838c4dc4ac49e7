import { limits } from '#contract/limits.ts';
import { bindNames, type KnownNames } from './bind-names.ts';
import { queryParameterNotText, repeatedQueryParameter, tooManyQueryParameters } from './request-problems.ts';

/**
 * Query parameters as they came. What no route takes is kept until the route refuses it, in its own form: all values of
 * a name that is given twice, and null for bytes that are no UTF-8 (decision W16).
 */
export type Query = Record<string, Value | Value[]>;
type Value = string | null;

/** Reads a query string; `+` is a blank, names and values are decoded. What is beyond the limit is not read. */
export const parseQuery = (text: string): Query => {
  const query: Query = Object.create(null);
  for (const pair of text.split('&', limits.queryParameters)) {
    const isText = isUtf8(pair);
    for (const [name, value] of new URLSearchParams(pair)) {
      const before = query[name];
      const given = isText ? value : null;
      if (Array.isArray(before)) before.push(given);
      else query[name] = before === undefined ? given : [before, given];
    }
  }
  return query;
};

/** Refuses an address whose query has more parameters than `parseQuery` reads (decision W15). */
export const refuseLongQuery = ({ url }: { url: string }): void => {
  const query = url.indexOf('?');
  if (query < 0) return;
  if (url.slice(query + 1).split('&', limits.queryParameters + 1).length > limits.queryParameters) {
    throw tooManyQueryParameters();
  }
};

/** URLSearchParams would put U+FFFD in the place of what is not, and a question would be about another text. */
const isUtf8 = (encoded: string): boolean => {
  try {
    // A percent sign that encodes nothing stands for itself.
    decodeURIComponent(encoded.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
};

/** Gives known parameters their documented spelling (decision W2); one that is given twice is refused (S9), or no text. */
export const bindQuery = (query: unknown, known: KnownNames): Record<string, unknown> => {
  const bound = bindNames(query, known);
  for (const [name, value] of Object.entries(bound)) {
    if (Array.isArray(value)) throw repeatedQueryParameter(name);
    if (value === null) throw queryParameterNotText(name);
  }
  return bound;
};
