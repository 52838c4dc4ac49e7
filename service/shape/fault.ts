import { nearestName } from '#spelling/nearest-name.ts';

/** Steps from the top of a document: `['tenants', 0, 'users', 2, 'userName']`. */
export type Path = readonly (string | number)[];

/** Something wrong with what a document says, at the place that a path leads to. */
export type Fault = { path: Path; message: string };

/** `tenants[0].users[2].userName` */
export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

/** `fields[2].choices[0].value` as steps. */
export const stepsOf = (path: string): Path =>
  [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, index]) =>
    index === undefined ? step : Number(index),
  );

/** ` Did you mean X?` when a name that exists is near the one that was given; otherwise nothing. */
export const didYouMean = (given: string, names: Iterable<string>): string => {
  const near = nearestName(given, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
};
