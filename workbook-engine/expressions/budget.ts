/** Why answers are not judged: a form and its answers, each within its limits, can be more than a server has time for. */
export class TooMuchToJudge extends Error {
  constructor() {
    super('The repeats have too many entries for what the workbook works out of them.');
  }
}

/** Slots of all entries: 1,000,000 take about 20 MB. */
const MOST_SLOTS = 1_000_000;
/** Values that expressions read from entries: each entry that sums all entries reads them all. 50 ns each. */
const MOST_READS = 10_000_000;

/** What one judgement of answers may use up. */
export type Budget = {
  /** Counts the slots of an entry. */
  reserve(slots: number): void;
  /** Counts a value that is read from an entry, and answers it. */
  spend<Read>(value: Read): Read;
};

export const createBudget = (): Budget => {
  let slots = 0;
  let reads = 0;
  return {
    reserve: (more) => {
      slots += more;
      if (slots > MOST_SLOTS) throw new TooMuchToJudge();
    },
    spend: (value) => {
      if (++reads > MOST_READS) throw new TooMuchToJudge();
      return value;
    },
  };
};
