import { inEnglish, type Sentence, sentence } from '#i18n/sentence.ts';

/** Evaluating answers takes too long, even though the form and the answers are within their limits. */
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

/** Slots of all entries: 500 fields in each of 1,000. They take about 10 MB, and the result that is made of them 4 MB. */
const MAX_SLOTS = 500_000;
/** Steps of 20 to 100 ns, so a quarter of a second or more: a form of 60 fields takes a thousand. */
const MAX_STEPS = 10_000_000;
/** Steps for one field of one entry, so that the work between two pauses takes at most some 50 ms. */
const MAX_STEPS_OF_FIELD = 1_000_000;
/** Steps after which there may be a pause. */
const STEPS_BETWEEN_PAUSES = 50_000;

/** Limits for one evaluation of answers. */
export type Budget = {
  /** Sets the field whose expressions are evaluated next. */
  begin(field: string): void;
  /** Counts the slots of an entry. */
  reserve(slots: number): void;
  /** Counts steps: a field of an entry, a part of an expression, a value that is read from an entry, four letters of a text … */
  spend(steps: number): void;
  /** Whether enough steps were spent since the last pause to let other work run. */
  isPauseDue(): boolean;
};

export const createBudget = (maxSteps = MAX_STEPS): Budget => {
  let slots = 0;
  let steps = 0;
  let field = '';
  let atField = 0;
  let atPause = 0;
  return {
    begin: (name) => {
      field = name;
      atField = steps;
    },
    reserve: (more) => {
      slots += more;
      if (slots > MAX_SLOTS) throw new EvaluationLimitError(field);
    },
    spend: (more) => {
      steps += more;
      if (steps > maxSteps || steps - atField > MAX_STEPS_OF_FIELD) throw new EvaluationLimitError(field);
    },
    isPauseDue: () => {
      if (steps - atPause < STEPS_BETWEEN_PAUSES) return false;
      atPause = steps;
      return true;
    },
  };
};

/** Cost of reading each character of a text. */
export const stepsOf = (text: string): number => text.length >> 2;

/** Cost of a function call. */
export const CALL_STEPS = 4;

/** Cost of formatting a number or date as text. */
export const WRITING_STEPS = 15;

/** Cost of splitting a text into words, in addition to reading its characters. */
export const wordSteps = (text: string): number => text.length >> 1;
