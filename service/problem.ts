import { limits } from '#contract/limits.ts';
import { EMPTY_SENTENCE, type Sentence, sentence, toEnglish } from '#i18n/sentence.ts';

/** The kinds of errors that a client can receive. Each response format maps them to its own statuses and bodies. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'outdated'
  | 'unconditional'
  | 'limited'
  | 'overloaded';

/**
 * `members` contains names or paths of JSON properties, such as `items[2].name`. `at` is the position of the
 * error in the value.
 */
export type FieldProblem = { message: Sentence; members: string[]; at?: number | undefined };

/**
 * An error due to the request or the state of the data, with a message for the client. The text of any other
 * exception never leaves the server. Each folder defines its problems in `<noun>-problems.ts`.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly sentence: Sentence;
  /** One entry per invalid field; empty if the problem is not about a field. */
  readonly fields: readonly FieldProblem[];
  /** The number of seconds after which the client may retry. */
  readonly retryAfter: number | undefined;
  /** A URI that identifies this exact problem. */
  readonly type: string | undefined;

  constructor(
    kind: ProblemKind,
    message: Sentence,
    { fields = [], retryAfter, type }: Partial<Pick<Problem, 'fields' | 'retryAfter' | 'type'>> = {},
  ) {
    // Capturing a stack trace takes 5 µs, and a bulk request may create a problem for each of 10,000 tasks.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(toEnglish(message));
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Problem';
    this.kind = kind;
    this.sentence = message;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.type = type;
  }
}

export const MORE_PROBLEMS: FieldProblem = { message: sentence`There are more errors.`, members: [] };

/** Creates a problem for an invalid request, with an entry for each invalid field (decision W9), at most a hundred. */
export const invalidRequest = (fields: readonly FieldProblem[]) =>
  new Problem('invalid', sentence`Your request is not valid!`, { fields: truncateProblems(fields) });

export const invalidField = (field: string, message: Sentence) =>
  invalidRequest([{ message, members: [field] }]);

/** Limits the list to a hundred problems followed by MORE_PROBLEMS. */
export const truncateProblems = (fields: readonly FieldProblem[]): readonly FieldProblem[] => {
  const problems = fields.filter((field) => field !== MORE_PROBLEMS);
  return problems.length === fields.length && problems.length <= limits.violations
    ? fields
    : [...problems.slice(0, limits.violations), MORE_PROBLEMS];
};

export const didYouMean = (nearest: string | undefined): Sentence =>
  nearest === undefined ? EMPTY_SENTENCE : sentence` Did you mean '${nearest}'?`;
