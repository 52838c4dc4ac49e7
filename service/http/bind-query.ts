import { limits } from '#contract/limits.ts';
import { bindNames, type KnownNames } from './bind-names.ts';
import {
  queryParameterNotString,
  repeatedQueryParameter,
  tooManyQueryParameters,
} from './request-problems.ts';

/**
 * A value is an array if its name is repeated, and null if it is not valid UTF-8. Each route rejects both in its own
 * error format (decision W16).
 */
export type Query = Record<string, string | null | (string | null)[]>;

/** Parses a query string. Treats `+` as a space, and ignores parameters beyond the limit. */
export const parseQuery = (text: string): Query => {
  const query: Query = Object.create(null);
  if (text === '') return query;
  for (const pair of text.split('&', limits.parameters)) {
    const isValid = isUtf8(pair);
    for (const [name, value] of new URLSearchParams(pair)) {
      const previousValue = query[name];
      const newValue = isValid ? value : null;
      if (Array.isArray(previousValue)) previousValue.push(newValue);
      else query[name] = previousValue === undefined ? newValue : [previousValue, newValue];
    }
  }
  return query;
};

/** Rejects a URL with more query parameters than `parseQuery` reads (decision W15). */
export const rejectLongQuery = ({ url }: { url: string }): void => {
  const query = url.indexOf('?');
  if (query < 0) return;
  if (url.slice(query + 1).split('&', limits.parameters + 1).length > limits.parameters) {
    throw tooManyQueryParameters();
  }
};

/** URLSearchParams would silently replace invalid UTF-8 with U+FFFD. */
const isUtf8 = (encoded: string): boolean => {
  try {
    // A percent sign not followed by two hexadecimal digits is literal.
    decodeURIComponent(encoded.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
};

/** Renames parameters to their documented spelling (decision W2). Rejects repeated ones (S9) and invalid UTF-8. */
export const bindQuery = (query: unknown, known: KnownNames): Record<string, unknown> => {
  const parameters = bindNames(query, known);
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) throw repeatedQueryParameter(name);
    if (value === null) throw queryParameterNotString(name);
  }
  return parameters;
};
