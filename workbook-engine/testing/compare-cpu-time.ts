import assert from 'node:assert/strict';
import { readThreadCpuTime } from './measure-growth.ts';

/**
 * The default reference. Parsing and serialising it takes 45 ms on the machine where the limits were set, which is
 * long enough for kernels that count CPU time in units of 10 ms.
 */
const REFERENCE_JSON = JSON.stringify(Array.from({ length: 1_000_000 }, (_, index) => index));
const ATTEMPTS = 8;

/** Returns the CPU time (ms) that `work` takes in this thread. */
export const measureThreadCpuTime = async (work: () => unknown): Promise<number> => {
  const start = readThreadCpuTime();
  await work();
  return (readThreadCpuTime() - start) / 1_000;
};

/** Returns the CPU time (ms) that `work` takes in all threads of this process. */
export const measureProcessCpuTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** Returns the CPU time (ms) for parsing and serialising JSON. */
export const measureJsonRoundTrip = (json: string): Promise<number> =>
  measureThreadCpuTime(() => JSON.stringify(JSON.parse(json)));

/**
 * Asserts that `measure` returns less than `maxRatio` times a reference's CPU time, which makes the result independent
 * of the machine. The default reference is parsing and serialising a million numbers as JSON. Retries if the ratio is
 * too high: garbage collection or a busy machine inflates some measurements, but code that does too much work exceeds
 * the limit every time.
 */
export const assertCpuTimeRatioBelow = async (
  maxRatio: number,
  measure: () => Promise<number>,
  measureReference = (): Promise<number> => measureJsonRoundTrip(REFERENCE_JSON),
): Promise<void> => {
  const ratios: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const ratio = (await measure()) / (await measureReference());
    if (ratio < maxRatio) return;
    ratios.push(ratio.toFixed(2));
  }
  assert.fail(`the CPU time is ${ratios.join(', ')} times the reference, not less than ${maxRatio}`);
};
