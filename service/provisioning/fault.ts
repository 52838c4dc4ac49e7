import { nearestName } from '#spelling/nearest-name.ts';

/** Steps from the top of the file: `['tenants', 0, 'users', 2, 'userName']`. */
export type Path = readonly (string | number)[];

/** Something wrong with what the file says, at the place that a path leads to. */
export type Fault = { path: Path; message: string };

/** Something wrong with the text itself, such as a missing bracket. */
export type TextFault = { offset: number; message: string };

/** `tenants[0].users[2].userName` */
export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

/** Lines and columns count from 1, as editors do. */
export const lineAndColumn = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: offset - lastBreak };
};

/** ` Did you mean X?` when a name that exists is near the one that was given; otherwise nothing. */
export const didYouMean = (given: string, names: Iterable<string>): string => {
  const near = nearestName(given, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
};
