import { findNearestName } from '#spelling/nearest-name.ts';

/** For example, `['tenants', 0, 'users', 2, 'userName']`. */
export type Path = readonly (string | number)[];

export type Issue = { path: Path; message: string };

/** Formats a path as `tenants[0].users[2].userName`. */
export const formatPath = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

export const parsePath = (path: string): Path =>
  [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );

export const didYouMean = (name: string, existing: Iterable<string>): string => {
  const nearest = findNearestName(name, existing);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
};
