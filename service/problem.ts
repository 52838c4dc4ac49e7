import { limits } from '#contract/limits.ts';
import { EMPTY_SENTENCE, inEnglish, type Sentence, sentence } from '#i18n/sentence.ts';

/** The kinds of errors a client can receive. Each response format maps a kind to its own status and body. */
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
 * An error in an input field. `members` contains the field's name on the wire, or a path such as `items[2].name`; `at` is
 * the position of the error within the value of the field, if known.
 */
export type FieldProblem = { message: Sentence; members: string[]; at?: number | undefined };

/**
 * An error caused by the request or by the state of the data, with a message for the client. Any other exception is an
 * internal error, and its text never leaves the server. A Problem has no stack trace. Each folder defines its problems
 * in `<noun>-problems.ts`.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** The message as a sentence that can be translated. */
  readonly sentence: Sentence;
  /** One entry per invalid field; empty when the problem does not concern a field. */
  readonly fields: readonly FieldProblem[];
  /** Seconds after which the client may retry. */
  readonly retryAfter: number | undefined;
  /** A URI that identifies exactly this problem. */
  readonly type: string | undefined;

  constructor(
    kind: ProblemKind,
    message: Sentence,
    { fields = [], retryAfter, type }: Partial<Pick<Problem, 'fields' | 'retryAfter' | 'type'>> = {},
  ) {
    // Capturing a stack trace takes 5 µs, and a bulk request creates a problem for each of 10,000 tasks.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(inEnglish(message));
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Problem';
    this.kind = kind;
    this.sentence = message;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.type = type;
  }
}

/** Marks the end of a truncated list of problems. */
export const MORE_PROBLEMS: FieldProblem = { message: sentence`There are more errors.`, members: [] };

/** The request itself is invalid: one problem per invalid field (decision W9), at most a hundred. */
export const invalidRequest = (fields: readonly FieldProblem[]) =>
  new Problem('invalid', sentence`Your request is not valid!`, { fields: truncateProblems(fields) });

/** The request is invalid because of one field. */
export const invalidField = (field: string, message: Sentence) =>
  invalidRequest([{ message, members: [field] }]);

/** Limits the list to a hundred problems, followed by MORE_PROBLEMS. */
export const truncateProblems = (fields: readonly FieldProblem[]): readonly FieldProblem[] => {
  const problems = fields.filter((field) => field !== MORE_PROBLEMS);
  return problems.length === fields.length && problems.length <= limits.violations
    ? fields
    : [...problems.slice(0, limits.violations), MORE_PROBLEMS];
};

/** The end of a message about an unknown name: suggests the most similar one. */
export const didYouMean = (nearest: string | undefined): Sentence =>
  nearest === undefined ? EMPTY_SENTENCE : sentence` Did you mean '${nearest}'?`;
