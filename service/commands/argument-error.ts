import { inEnglish } from '#i18n/sentence.ts';
import { Problem } from '#service/problem.ts';

/** An error in a command's arguments. The message is printed and the command exits with code 2. */
export class ArgumentError extends Error {}

/** Runs `work`. Problems, which the API would return, are rethrown as errors in the command's arguments. */
export const withArgumentErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'overloaded') throw error;
    const issues = error.fields.map(({ message }) => inEnglish(message));
    throw new ArgumentError(issues.length > 0 ? issues.join('\n') : error.message);
  }
};
