import { setImmediate, setTimeout } from 'node:timers/promises';

/** The engine's longest step can overrun this by up to 100 ms (MAX_STEPS_PER_FIELD). */
const SLICE_MS = 10;

/**
 * How long to pause after a slice, relative to its duration. In one turn of the event loop, another request
 * can send a statement but not receive its result, so it would have to wait out a slice after every
 * statement. With bodies of 600 KB from one user, the 95th percentile of other requests' response times was
 * 117 ms without this pause and is 93 ms with it.
 */
const PAUSE_RATIO = 0.25;

let turns: Promise<unknown> = Promise.resolve();
let pauseEndsAt = 0;

/** Waits until other work has had a chance to run. Each caller gets its own turn of the event loop. */
export const yieldToEventLoop = async (): Promise<void> => {
  turns = turns.then(waitForPause);
  await turns;
};

const waitForPause = async () => {
  await setImmediate();
  // While this waits, another caller's slice may extend the pause.
  for (let ms = pauseMs(); ms > 0; ms = pauseMs()) await setTimeout(ms);
};

const pauseMs = () => Math.ceil(pauseEndsAt - performance.now());

/** Creates a function to call in a loop. Once the time slice is used up, the function returns a promise to await. */
export const createPauses = (): (() => Promise<void> | undefined) => {
  let startedAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - startedAt < SLICE_MS) return undefined;
    pauseEndsAt = now + (now - startedAt) * PAUSE_RATIO;
    return yieldToEventLoop().then(() => {
      startedAt = performance.now();
    });
  };
};

/** Runs work in slices, pausing at yields, so that other requests need not wait for it to finish (R24). */
export const runInSlices = async <Result>(work: Iterator<undefined, Result, undefined>): Promise<Result> => {
  const pause = createPauses();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const paused = pause();
    if (paused) await paused;
  }
};
