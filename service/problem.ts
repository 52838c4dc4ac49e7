import { limits } from '#contract/limits.ts';
import { EMPTY_MESSAGE, LocalizableError, type Message, msg } from '#i18n/message.ts';

/** Each response format maps these kinds to its own statuses and bodies. */
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

/** `members` are names or paths of JSON properties, such as `items[2].name`. `at` is a position in the value. */
export type FieldProblem = { message: Message; members: string[]; at?: number | undefined };

/** The message is sent to the client. The text of any other exception never leaves the server. */
export class Problem extends LocalizableError {
  readonly kind: ProblemKind;
  readonly fields: readonly FieldProblem[];
  /** In seconds. */
  readonly retryAfter: number | undefined;
  /** A URI that identifies this specific problem. */
  readonly type: string | undefined;

  constructor(
    kind: ProblemKind,
    message: Message,
    { fields = [], retryAfter, type }: Partial<Pick<Problem, 'fields' | 'retryAfter' | 'type'>> = {},
  ) {
    // Capturing a stack trace takes 5 µs, and a bulk request may create a problem for each of 10,000 tasks.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Problem';
    this.kind = kind;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.type = type;
  }
}

export const MORE_PROBLEMS: FieldProblem = { message: msg`There are more errors.`, members: [] };

/** Lists at most a hundred invalid fields (decision W9). */
export const invalidRequest = (fields: readonly FieldProblem[]) =>
  new Problem('invalid', msg`Your request is not valid!`, { fields: truncateProblems(fields) });

export const invalidField = (field: string, message: Message) =>
  invalidRequest([{ message, members: [field] }]);

export const truncateProblems = (fields: readonly FieldProblem[]): readonly FieldProblem[] => {
  const problems = fields.filter((field) => field !== MORE_PROBLEMS);
  return problems.length === fields.length && problems.length <= limits.violations
    ? fields
    : [...problems.slice(0, limits.violations), MORE_PROBLEMS];
};

export const didYouMean = (nearest: string | undefined): Message =>
  nearest === undefined ? EMPTY_MESSAGE : msg` Did you mean '${nearest}'?`;
