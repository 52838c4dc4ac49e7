import { inEnglish, type Sentence, sentence } from '#i18n/sentence.ts';

/** Thrown if evaluating answers takes too long, although the form and the answers are within their limits. */
export class EvaluationLimitError extends Error {
  readonly sentence: Sentence;
  /** The name of the field whose expressions were evaluated. */
  readonly field: string;

  constructor(field: string) {
    const reason = sentence`${field} takes too long to calculate: there are too many answers, or they are too long.`;
    super(inEnglish(reason));
    this.sentence = reason;
    this.field = field;
  }
}

/** Total number of slots in all entries, such as 500 fields in each of 1,000. They take about 10 MB, and the result 4 MB. */
const MAX_SLOTS = 500_000;
/** A step takes 20 to 100 ns, so the limit is 0.2 to 1 s. A form with 60 fields takes a thousand steps. */
const MAX_STEPS = 10_000_000;
/** Steps for one field of one entry, so that there is a pause at least every 50 ms or so. */
const MAX_STEPS_PER_FIELD = 1_000_000;
const STEPS_BETWEEN_PAUSES = 50_000;

/** Limits for one evaluation of answers. */
export type Budget = {
  /** Call before evaluating the expressions of a field. */
  begin(field: string): void;
  /** Counts the slots of an entry. */
  reserve(slots: number): void;
  /** Counts steps: a field of an entry, a part of an expression, a value read from an entry, four characters of text … */
  spend(steps: number): void;
  /** Whether enough steps were spent since the last pause. Returning true starts a new interval. */
  isPauseDue(): boolean;
};

export const createBudget = (maxSteps = MAX_STEPS): Budget => {
  let slots = 0;
  let steps = 0;
  let field = '';
  let stepsAtField = 0;
  let stepsAtPause = 0;
  return {
    begin: (name) => {
      field = name;
      stepsAtField = steps;
    },
    reserve: (count) => {
      slots += count;
      if (slots > MAX_SLOTS) throw new EvaluationLimitError(field);
    },
    spend: (count) => {
      steps += count;
      if (steps > maxSteps || steps - stepsAtField > MAX_STEPS_PER_FIELD)
        throw new EvaluationLimitError(field);
    },
    isPauseDue: () => {
      if (steps - stepsAtPause < STEPS_BETWEEN_PAUSES) return false;
      stepsAtPause = steps;
      return true;
    },
  };
};

/** Cost of reading text. */
export const readCost = (text: string): number => text.length >> 2;

/** Cost of a function call. */
export const CALL_COST = 4;

/** Cost of formatting a number or date. */
export const FORMAT_COST = 15;

/** Cost of splitting text into words, in addition to reading it. */
export const splitCost = (text: string): number => text.length >> 1;
