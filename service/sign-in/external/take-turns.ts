import { setTimeout as rest } from 'node:timers/promises';
import { tooManyAnswers } from '#service/sign-in/sign-in-problems.ts';

/** The last of them waits for some seconds, if all that come before are made to cost much. */
const LONGEST_QUEUE = 20;

/** Does work when its turn has come, or refuses when too much is waiting. */
export type InTurn = <Result>(work: () => Result) => Promise<Result>;

/**
 * For work that keeps the process from everything else, as verifying a posted answer does: for 15 ms if it is honest, 200 if
 * it is made for that, and anybody may post one. Each is followed by a rest as long as it took, in which others are served.
 */
export const takeTurns = (): InTurn => {
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (waiting >= LONGEST_QUEUE) throw tooManyAnswers();
    waiting++;
    let took = 0;
    const turn = before.then(() => {
      waiting--;
      const start = performance.now();
      try {
        return work();
      } finally {
        took = performance.now() - start;
      }
    });
    before = turn.catch(() => {}).then(() => rest(took));
    return turn;
  };
};
