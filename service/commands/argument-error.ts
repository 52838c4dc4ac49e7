import { inEnglish } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

/** An invalid argument of a command. The message is printed, and the command exits with code 2. */
export class ArgumentError extends Error {}

/** Runs `work`, and rethrows Problems, which the API would return, as argument errors of the command. */
export const withArgumentErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'overloaded') throw error;
    const issues = error.fields.map(({ message }) => inEnglish(message));
    throw new ArgumentError(issues.length > 0 ? issues.join('\n') : error.message);
  }
};
