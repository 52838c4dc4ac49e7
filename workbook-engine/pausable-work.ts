/** Work that yields regularly, so that a server can handle other requests. */
export type Work<Result> = Generator<undefined, Result, undefined>;

/** Runs work to the end, without pauses. */
export const finish = <Result>(work: Work<Result>): Result => {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
};
