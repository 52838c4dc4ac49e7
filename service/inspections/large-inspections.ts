import type { Database } from '#service/database/connect.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import type { Totals } from '#workbook-engine/expressions/budget.ts';
import type { Work } from '#workbook-engine/pausable-work.ts';
import type { InspectionView } from './inspection-queries.ts';

/** Waits for a slot for large requests. Idempotent. */
export type AcquireLargeRequestSlot = (db: Database) => Promise<void>;

const LARGE_ANSWER_BYTES = 1024 * 1024;
/** These totals correspond to 20 to 100 ms of CPU time, 20 MB of memory and 1 MiB of response. */
const LARGE_TOTALS: Totals = { steps: 1_000_000, slots: 1_000_000, characters: 1024 * 1024 };

export const hasLargeAnswers = ({ answer_bytes }: InspectionView): boolean =>
  (answer_bytes ?? 0) > LARGE_ANSWER_BYTES;

const isLargeEvaluation = (totals: Totals): boolean =>
  totals.steps > LARGE_TOTALS.steps ||
  totals.slots > LARGE_TOTALS.slots ||
  totals.characters > LARGE_TOTALS.characters;

/** Calls `acquireLargeRequestSlot` as soon as the totals, which may already include other items, are large. */
export const runWithSlot = async <Result>(
  work: Work<Result>,
  totals: Totals,
  acquireLargeRequestSlot: () => Promise<void> | undefined,
): Promise<Result> => {
  const step = await runInSlices(runWhileSmall(work, totals));
  if (!isLargeEvaluation(totals)) return (step as IteratorReturnResult<Result>).value;
  await acquireLargeRequestSlot();
  return step.done ? step.value : runInSlices(work);
};

function* runWhileSmall<Result>(work: Work<Result>, totals: Totals): Work<IteratorResult<undefined, Result>> {
  let step = work.next();
  while (!step.done && !isLargeEvaluation(totals)) {
    yield;
    step = work.next();
  }
  return step;
}
