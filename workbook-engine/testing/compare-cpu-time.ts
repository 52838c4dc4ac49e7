import assert from 'node:assert/strict';
import { threadTime } from './measure-growth.ts';

/** Takes 45 ms on the machine where the limits were chosen. Kernels count CPU time in steps of up to 10 ms. */
const REFERENCE = JSON.stringify(Array.from({ length: 1_000_000 }, (_, index) => index));
const ATTEMPTS = 8;

/** The CPU time (ms) of `work` in this thread. */
export const measureThread = async (work: () => unknown): Promise<number> => {
  const start = threadTime();
  await work();
  return (threadTime() - start) / 1_000;
};

/** The CPU time (ms) of `work` in all threads of this process. */
export const measureProcess = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** The CPU time (ms) for parsing and serialising JSON. */
export const measureCopy = (json: string): Promise<number> =>
  measureThread(() => JSON.stringify(JSON.parse(json)));

/**
 * Asserts that a CPU time in milliseconds is less than `limit` times that of a reference, so that it does not matter
 * how fast the machine is. Without a reference, that is copying a million numbers as JSON. Measures again if it is
 * more, because garbage from other tests and a busy machine lengthen some measurements; too much work takes too long
 * every time.
 */
export const requireBelow = async (
  limit: number,
  measure: () => Promise<number>,
  measureReference = (): Promise<number> => measureCopy(REFERENCE),
): Promise<void> => {
  const ratios: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const ratio = (await measure()) / (await measureReference());
    if (ratio < limit) return;
    ratios.push(ratio.toFixed(2));
  }
  assert.fail(`the CPU time is ${ratios.join(', ')} times the reference, not less than ${limit}`);
};
