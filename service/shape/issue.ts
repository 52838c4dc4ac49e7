import { nearestName } from '#spelling/nearest-name.ts';

/** The path of a value in a document: `['tenants', 0, 'users', 2, 'userName']`. */
export type Path = readonly (string | number)[];

/** A validation error in a document, with the path of the value. */
export type Issue = { path: Path; message: string };

/** Formats a path: `tenants[0].users[2].userName`. */
export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

/** Parses a path such as `fields[2].choices[0].value`. */
export const stepsOf = (path: string): Path =>
  [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );

/** Returns ` Did you mean X?` if an existing name is similar to the given one; otherwise an empty string. */
export const didYouMean = (given: string, names: Iterable<string>): string => {
  const near = nearestName(given, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
};
