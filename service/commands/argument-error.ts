import { inEnglish } from '#sentences/sentence.ts';
import { Problem } from '#service/problem.ts';

/** An argument that a command cannot do its work with: what is wrong with it stands in the message. */
export class ArgumentError extends Error {}

/** Does what a caller of the interface may be refused; whoever typed the command is told the same. */
export const refusingArguments = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind === 'overloaded') throw error;
    const faults = error.fields.map(({ message }) => inEnglish(message));
    throw new ArgumentError(faults.length > 0 ? faults.join('\n') : error.message);
  }
};
