/** Work that regularly yields so that a server can handle other requests. */
export type Work<Result> = Generator<undefined, Result, undefined>;

/** Runs work to the end without pausing. */
export const finish = <Result>(work: Work<Result>): Result => {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
};
