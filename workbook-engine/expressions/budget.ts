import { inEnglish, sentence } from '#sentences/sentence.ts';
/** Why answers are not judged: a form and its answers, each within its limits, can be more than a server has time for. */
export class TooMuchToJudge extends Error {
  readonly sentence =
    sentence`These answers are too many, or too long, for what the workbook works out of them.`;

  constructor() {
    super();
    this.message = inEnglish(this.sentence);
  }
}

/** Slots of all entries: 1,000,000 take about 20 MB. */
const MOST_SLOTS = 1_000_000;
/** Steps of 25 to 200 ns, so half a second or two: a form of 60 fields takes a few hundred. */
const MOST_STEPS = 10_000_000;

/** What one judgement of answers may use up. */
export type Budget = {
  /** Counts the slots of an entry. */
  reserve(slots: number): void;
  /** Counts steps: a field of an entry, a part of an expression, a value that is read from an entry, four letters of a text … */
  spend(steps: number): void;
};

export const createBudget = (mostSteps = MOST_STEPS): Budget => {
  let slots = 0;
  let steps = 0;
  return {
    reserve: (more) => {
      slots += more;
      if (slots > MOST_SLOTS) throw new TooMuchToJudge();
    },
    spend: (more) => {
      steps += more;
      if (steps > mostSteps) throw new TooMuchToJudge();
    },
  };
};

/** What looking at each letter of a text costs. */
export const stepsOf = (text: string): number => text.length >> 2;

/** What calling a function costs. */
export const CALL_STEPS = 4;

/** What writing a number or a moment as a text costs. */
export const WRITING_STEPS = 10;
