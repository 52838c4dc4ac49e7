/** Work that may be paused wherever it yields, so that a server can serve others in between. */
export type Work<Result> = Generator<undefined, Result, undefined>;

/** Does all of it at once. */
export const finish = <Result>(work: Work<Result>): Result => {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
};
