import { limits } from '#contract/limits.ts';
import { EMPTY_SENTENCE, inEnglish, type Sentence, sentence } from '#i18n/sentence.ts';

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
 * An error in an input field. `members` contains the field's name on the wire, or a path such as `items[2].name`; `at`
 * is the position of the error within the field's value, if known.
 */
export type FieldProblem = { message: Sentence; members: string[]; at?: number | undefined };

/**
 * An error that is due to the request or the state of the data, with a message for the client. Any other exception is
 * an internal error, and its text never leaves the server. A Problem has no stack trace. Each folder defines its
 * problems in `<noun>-problems.ts`.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** The message, as a sentence that can be translated. */
  readonly sentence: Sentence;
  /** One entry per invalid field; empty if the problem is not about a field. */
  readonly fields: readonly FieldProblem[];
  /** After how many seconds the client may retry. */
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

/** The request itself is invalid. Contains one problem per invalid field (decision W9), and at most a hundred. */
export const invalidRequest = (fields: readonly FieldProblem[]) =>
  new Problem('invalid', sentence`Your request is not valid!`, { fields: truncateProblems(fields) });

/** The request is invalid because of a single field. */
export const invalidField = (field: string, message: Sentence) =>
  invalidRequest([{ message, members: [field] }]);

/** Limits the list to a hundred problems followed by MORE_PROBLEMS. */
export const truncateProblems = (fields: readonly FieldProblem[]): readonly FieldProblem[] => {
  const problems = fields.filter((field) => field !== MORE_PROBLEMS);
  return problems.length === fields.length && problems.length <= limits.violations
    ? fields
    : [...problems.slice(0, limits.violations), MORE_PROBLEMS];
};

/** The end of a message about an unknown name, which suggests the most similar name. */
export const didYouMean = (nearest: string | undefined): Sentence =>
  nearest === undefined ? EMPTY_SENTENCE : sentence` Did you mean '${nearest}'?`;
