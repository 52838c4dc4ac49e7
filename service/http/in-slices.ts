import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which work pauses. With its longest step, some 30 ms, others wait for less than 50. */
const SLICE_MS = 10;

let turns: Promise<unknown> = Promise.resolve();

/** When others have been served: of several that wait for a turn, each gets a round of the event loop alone. */
export const nextTurn = async (): Promise<void> => {
  turns = turns.then(() => setImmediate());
  await turns;
};

/** A function to call in a loop: when a slice is over, it returns a promise to wait for. */
export const createPauses = (): (() => Promise<void> | undefined) => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
};

/** Runs work in slices: it may pause wherever it yields, so that no other request waits for all of it (R24). */
export const inSlices = async <Result>(work: Iterator<undefined, Result, undefined>): Promise<Result> => {
  const pause = createPauses();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const others = pause();
    if (others) await others;
  }
};
