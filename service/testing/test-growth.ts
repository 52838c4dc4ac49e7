import assert from 'node:assert/strict';
import test from 'node:test';
import { timeOf, timeOfPromised } from '#workbook-engine/testing/measure-growth.ts';

/** Creates input of a given size and returns the function that reads it. */
export type Case = (size: number) => () => unknown;

export const list = <Element>(size: number, element: (at: number) => Element): Element[] =>
  Array.from({ length: size }, (_, index) => element(index));
export const repeated = (text: string, size: number) => text.repeat(Math.ceil(size / text.length));

const SIZES = [4_000, 8_000, 16_000, 32_000] as const;
/** Linear work grows eightfold; the factor 4 allows for pauses of the machine. Quadratic work would grow 64-fold. */
const MAX_GROWTH = 8 * 4;
const ATTEMPTS = 4;
/** Below this time in microseconds growth is not checked: larger input does not fit into a request. */
const NEGLIGIBLE = 50;

type Measure<Run> = (run: Run) => number | Promise<number>;

/** Rejected input counts too, because it was read. */
const measure: Measure<() => unknown> = (run) =>
  timeOf(() => {
    try {
      run();
    } catch {}
  });

const measurePromised: Measure<() => Promise<unknown>> = (run) => timeOfPromised(() => run().catch(() => {}));

/** The sizes in between show where growth starts; they are measured only for the message. */
const growthOf = async <Run>(ofSize: (size: number) => Run, time: Measure<Run>): Promise<number> => {
  const last = await time(ofSize(SIZES[3]));
  return last < NEGLIGIBLE ? 1 : last / (await time(ofSize(SIZES[0])));
};

const timesOf = async <Run>(ofSize: (size: number) => Run, time: Measure<Run>): Promise<string> => {
  const times: string[] = [];
  for (const size of SIZES) times.push(`${(await time(ofSize(size))).toFixed(0)} µs`);
  return times.join(', ');
};

const testAll = <Run>(
  parsers: Readonly<Record<string, readonly ((size: number) => Run)[]>>,
  time: Measure<Run>,
): void => {
  for (const [name, cases] of Object.entries(parsers)) {
    test(`${name}: eight times the input takes about eight times as long`, async () => {
      for (const [number, ofSize] of cases.entries()) {
        let found = await growthOf(ofSize, time);
        for (let attempt = 1; attempt < ATTEMPTS && found > MAX_GROWTH; attempt++)
          found = await growthOf(ofSize, time);
        if (found > MAX_GROWTH) assert.fail(`case ${number}: ${await timesOf(ofSize, time)}`);
      }
    });
  }
};

/** Defines a test for each parser: its time grows in proportion to its input (R24). */
export const testGrowth = (parsers: Readonly<Record<string, readonly Case[]>>): void =>
  testAll(parsers, measure);

/** The same for functions that return promises. */
export const testGrowthOfReaders = (
  readers: Readonly<Record<string, readonly ((size: number) => () => Promise<unknown>)[]>>,
): void => testAll(readers, measurePromised);
