import { limits } from '#contract/limits.ts';
import { inEnglish, NOTHING_MORE, type Sentence, sentence } from '#sentences/sentence.ts';

/** What went wrong, as a caller may know it. Each reply form turns a kind into its own status and shape. */
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
 * One fault of one input field. `member` is a field's name on the wire, or a path such as `items[2].name`; `at` the
 * place of the fault within the text that stands there, where that is known.
 */
export type FieldProblem = { message: Sentence; members: string[]; at?: number | undefined };

/**
 * An error that the caller caused or must live with, told in the caller's words. Anything else that is thrown is an
 * internal fault and its text never leaves the server. It has no stack trace. Rooms name their facts in `<noun>-problems.ts`.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** What the message says, for whoever says it in another language. */
  readonly sentence: Sentence;
  /** One entry per offending field; empty when the problem is a fact about the world and not about a field. */
  readonly fields: readonly FieldProblem[];
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;
  /** A URI by which a program recognises this problem and no other of its kind. */
  readonly type: string | undefined;

  constructor(
    kind: ProblemKind,
    why: Sentence,
    { fields = [], retryAfter, type }: Partial<Pick<Problem, 'fields' | 'retryAfter' | 'type'>> = {},
  ) {
    // Capturing a stack trace takes 5 µs, and a bulk call makes a problem for each of 10,000 tasks.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(inEnglish(why));
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Problem';
    this.kind = kind;
    this.sentence = why;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.type = type;
  }
}

/** The last of a list of problems that was cut short. */
export const MORE_PROBLEMS: FieldProblem = { message: sentence`There are more errors.`, members: [] };

/**
 * The request itself is malformed: one problem per offending field (decision W9), at most a hundred, since nobody reads
 * more at once.
 */
export const invalidRequest = (fields: readonly FieldProblem[]) =>
  new Problem('invalid', sentence`Your request is not valid!`, { fields: cutShort(fields) });

const cutShort = (fields: readonly FieldProblem[]): readonly FieldProblem[] => {
  const found = fields.filter((field) => field !== MORE_PROBLEMS);
  return found.length === fields.length && found.length <= limits.violations
    ? fields
    : [...found.slice(0, limits.violations), MORE_PROBLEMS];
};

/** The end of a message about a name that is not known: the one that was probably meant. */
export const didYouMean = (nearest: string | undefined): Sentence =>
  nearest === undefined ? NOTHING_MORE : sentence` Did you mean '${nearest}'?`;
