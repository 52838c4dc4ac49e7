/** Work that regularly yields, so that a server can handle other requests. */
export type Work<Result> = Generator<undefined, Result, undefined>;

export function* mapInSteps<From, To>(values: readonly From[], map: (value: From) => To): Work<To[]> {
  const results: To[] = [];
  for (const value of values) {
    results.push(map(value));
    yield;
  }
  return results;
}

export const finish = <Result>(work: Work<Result>): Result => {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
};
