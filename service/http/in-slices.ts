import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which work pauses. Including its longest step, about 30 ms, other requests wait for less than 50 ms. */
const SLICE_MS = 10;

let turns: Promise<unknown> = Promise.resolve();

/** Waits until other work has run: each of several callers gets a separate turn of the event loop. */
export const nextTurn = async (): Promise<void> => {
  turns = turns.then(() => setImmediate());
  await turns;
};

/** Creates a function to call in a loop: at the end of a time slice it returns a promise to await. */
export const createPauses = (): (() => Promise<void> | undefined) => {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
};

/** Runs work in time slices: it may pause at every yield, so that no other request waits for all of it (R24). */
export const inSlices = async <Result>(work: Iterator<undefined, Result, undefined>): Promise<Result> => {
  const pause = createPauses();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const others = pause();
    if (others) await others;
  }
};
