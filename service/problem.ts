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
export type FieldProblem = { message: string; members: string[]; at?: number | undefined };

/**
 * An error that the caller caused or must live with, told in the caller's words. Anything else that is thrown is an
 * internal fault and its text never leaves the server. Rooms name their facts in `<noun>-problems.ts`.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** One entry per offending field; empty when the problem is a fact about the world and not about a field. */
  readonly fields: readonly FieldProblem[];
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;
  /** What the message says, for whoever says it in another language: which fact, and the names in it. */
  readonly fact: readonly [fact: string, ...names: string[]] | undefined;

  constructor(
    kind: ProblemKind,
    message: string,
    { fields = [], retryAfter, fact }: Partial<Pick<Problem, 'fields' | 'retryAfter' | 'fact'>> = {},
  ) {
    super(message);
    this.name = 'Problem';
    this.kind = kind;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.fact = fact;
  }
}

/** The request itself is malformed: one problem per offending field (decision W9). */
export const invalidRequest = (fields: readonly FieldProblem[]) =>
  new Problem('invalid', 'Your request is not valid!', { fields });
