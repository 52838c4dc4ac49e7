import { toEnglish } from '#i18n/message.ts';
import { didYouMean, Problem } from '#service/problem.ts';
import type { createSchemaCheck } from '#service/shape/shape-check.ts';
import { findNearestName } from '#spelling/nearest-name.ts';

/** Prints the message and exits with code 2. */
export class ArgumentError extends Error {}

export const notFound = (label: string, name: string, known: readonly string[]) =>
  new ArgumentError(`${label} '${name}' not found.${toEnglish(didYouMean(findNearestName(name, known)))}`);

export const requireValid = (check: ReturnType<typeof createSchemaCheck>, input: unknown): void => {
  const { issues } = check(input);
  if (issues.length > 0) throw new ArgumentError(issues.map(({ message }) => toEnglish(message)).join('\n'));
};

/** Rethrows API problems as errors in the command's arguments. */
export const withArgumentErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'overloaded') throw error;
    const issues = error.fields.map(({ message }) => toEnglish(message));
    throw new ArgumentError(issues.length > 0 ? issues.join('\n') : error.message);
  }
};
