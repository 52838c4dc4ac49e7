import { LocalizableError, msg } from '#i18n/message.ts';

/** Thrown if evaluating answers takes too long even though the form and the answers are within their limits. */
export class EvaluationLimitError extends LocalizableError {
  readonly field: string;

  /** If `isTotal`, the limit for the entire inspection is exceeded, perhaps because of other items' answers. */
  constructor(field: string, isTotal = false) {
    const reason = isTotal
      ? msg`${field} cannot be calculated, because the calculated values of the whole inspection are too many or too long in total. Shorten or remove some answers.`
      : msg`${field} takes too long to calculate: there are too many answers, or they are too long.`;
    super(reason);
    this.field = field;
  }
}

/** Returns null if the evaluation takes too long (EvaluationLimitError). */
export const evaluateWithinLimit = <Result>(evaluate: () => Result): Result | null => {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof EvaluationLimitError) return null;
    throw error;
  }
};

/** The slots of all repeat instances together take up about 10 MB, and the result takes up 4 MB. */
const MAX_SLOTS = 500_000;
/** A step takes 20 to 100 ns, so the limit is 0.2 to 1 s. A form with 60 fields takes a thousand steps. */
const MAX_STEPS = 10_000_000;
/**
 * Limits across all items of an inspection. A thousand items with 2,000 fields each take up half the slots. Storing a
 * result of 16 million characters blocked the event loop for up to 52 ms at a time.
 */
const MAX_TOTALS: Totals = { slots: 4_000_000, steps: 100_000_000, characters: 12 * 1024 * 1024 };
/** An instance's memory overhead on top of its fields, in slots. An instance with one field takes 170 bytes. */
const SLOTS_PER_INSTANCE = 10;
/** Evaluating a field in an instance never pauses. This many steps take 20 to 100 ms. */
const MAX_STEPS_PER_FIELD = 1_000_000;
const STEPS_BETWEEN_PAUSES = 50_000;
/**
 * Visiting a field without expressions takes 100 to 200 ns, and evaluating a part of an expression 10 to 50 ns.
 * Visits count only towards pauses, because `addFrame` has already spent the steps for the field.
 */
const STEPS_PER_VISIT = 4;

/** The total resources used. All items of an inspection share one object. */
export type Totals = { slots: number; steps: number; characters: number };

export const createTotals = (): Totals => ({ slots: 0, steps: 0, characters: 0 });

/** Returns whether separate evaluations of an inspection's items exceed the limits together. */
export const areTotalsExceeded = (evaluations: readonly Totals[]): boolean =>
  (Object.keys(MAX_TOTALS) as (keyof Totals)[]).some(
    (kind) => evaluations.reduce((sum, totals) => sum + totals[kind], 0) > MAX_TOTALS[kind],
  );

export type Budget = {
  /** Must be called for each field of an instance before its expressions are evaluated. */
  startField(field: string, operandCount: number): void;
  reserve(slots: number): void;
  /** A step is a field of an instance, a part of an expression, a value of an instance, four characters of text … */
  spend(steps: number): void;
  /**
   * Counts the characters of calculated values, failures and issues, which are sent and stored. A long answer can be
   * repeated in every field of every item, and a message in every instance.
   */
  countOutput(characters: number): void;
  /** If a pause is due, also resets the count of steps since the last one. */
  isPauseDue(): boolean;
};

export const createBudget = (maxSteps = MAX_STEPS, totals: Totals = createTotals()): Budget => {
  let slots = 0;
  let steps = 0;
  let field = '';
  let stepsAtField = 0;
  let stepsSincePause = 0;
  return {
    startField: (name, operandCount) => {
      field = name;
      stepsAtField = steps;
      stepsSincePause += STEPS_PER_VISIT + operandCount;
    },
    reserve: (added) => {
      slots += added;
      if (slots > MAX_SLOTS) throw new EvaluationLimitError(field);
      totals.slots += added + SLOTS_PER_INSTANCE;
      if (totals.slots > MAX_TOTALS.slots) throw new EvaluationLimitError(field, true);
    },
    spend: (added) => {
      steps += added;
      stepsSincePause += added;
      if (steps > maxSteps || steps - stepsAtField > MAX_STEPS_PER_FIELD)
        throw new EvaluationLimitError(field);
      totals.steps += added;
      if (totals.steps > MAX_TOTALS.steps) throw new EvaluationLimitError(field, true);
    },
    countOutput: (added) => {
      totals.characters += added;
      if (totals.characters > MAX_TOTALS.characters) throw new EvaluationLimitError(field, true);
    },
    isPauseDue: () => {
      if (stepsSincePause < STEPS_BETWEEN_PAUSES) return false;
      stepsSincePause = 0;
      return true;
    },
  };
};

/** All costs are in steps. */
export const readCost = (text: string): number => text.length >> 2;

export const CALL_COST = 4;

export const FORMAT_COST = 15;

/** Returns the cost of splitting a text into words, in addition to the cost of reading it. */
export const splitCost = (text: string): number => text.length >> 1;
