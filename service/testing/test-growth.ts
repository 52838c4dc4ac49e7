import assert from 'node:assert/strict';
import test from 'node:test';
import { measureAsyncCpuTime, measureCpuTime } from '#workbook-engine/testing/measure-growth.ts';

/** Creates input of a given size and returns the function that reads it. */
export type Case = (size: number) => () => unknown;

export const createList = <Element>(size: number, element: (index: number) => Element): Element[] =>
  Array.from({ length: size }, (_, index) => element(index));
export const repeatString = (text: string, size: number) => text.repeat(Math.ceil(size / text.length));

const SIZES = [4_000, 8_000, 16_000, 32_000] as const;
/**
 * From the smallest to the largest size, linear work grows by a factor of 8, quadratic work by 64. The factor of 4
 * tolerates hiccups of the machine.
 */
const MAX_GROWTH = 8 * 4;
const ATTEMPTS = 4;
/** Growth is not checked below this time for the largest input: larger input would not fit in a request. */
const NEGLIGIBLE_MICROSECONDS = 50;

type Measure<Run> = (run: Run) => number | Promise<number>;

/** Also measures rejected input, because it has been parsed, too. */
const measureSync: Measure<() => unknown> = (run) =>
  measureCpuTime(() => {
    try {
      run();
    } catch {}
  });

const measureAsync: Measure<() => Promise<unknown>> = (run) =>
  measureAsyncCpuTime(() => run().catch(() => {}));

/** Compares the times for the largest and smallest sizes. Other sizes are measured only for the error message. */
const measureGrowth = async <Run>(
  createRun: (size: number) => Run,
  measureTime: Measure<Run>,
): Promise<number> => {
  const largestTime = await measureTime(createRun(SIZES[3]));
  return largestTime < NEGLIGIBLE_MICROSECONDS ? 1 : largestTime / (await measureTime(createRun(SIZES[0])));
};

const describeTimes = async <Run>(
  createRun: (size: number) => Run,
  measureTime: Measure<Run>,
): Promise<string> => {
  const times: string[] = [];
  for (const size of SIZES) times.push(`${(await measureTime(createRun(size))).toFixed(0)} µs`);
  return times.join(', ');
};

const testAll = <Run>(
  parsers: Readonly<Record<string, readonly ((size: number) => Run)[]>>,
  measureTime: Measure<Run>,
): void => {
  for (const [name, cases] of Object.entries(parsers)) {
    test(`${name} takes linear time`, async () => {
      for (const [number, createRun] of cases.entries()) {
        let growth = await measureGrowth(createRun, measureTime);
        for (let attempt = 1; attempt < ATTEMPTS && growth > MAX_GROWTH; attempt++)
          growth = await measureGrowth(createRun, measureTime);
        if (growth > MAX_GROWTH)
          assert.fail(`case ${number}: ${await describeTimes(createRun, measureTime)}`);
      }
    });
  }
};

/** Defines a test for each parser, asserting that its time grows linearly with its input (R24). */
export const testGrowth = (parsers: Readonly<Record<string, readonly Case[]>>): void =>
  testAll(parsers, measureSync);

/** Like `testGrowth`, but for asynchronous functions. */
export const testReaderGrowth = (
  readers: Readonly<Record<string, readonly ((size: number) => () => Promise<unknown>)[]>>,
): void => testAll(readers, measureAsync);
