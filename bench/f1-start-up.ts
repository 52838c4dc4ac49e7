import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './child-process.ts';
import { type Benchmark, type BenchmarkSetup, computeSpread, type Measurement } from './measurement.ts';
import { readResidentMemory } from './resident-memory.ts';

/* The start of `ronda start` with an embedded PostgreSQL, and the memory of a server that nobody uses. */

const MAX_EMPTY_START_MS = 5_000;
const MAX_EXISTING_START_MS = 1_500;
const MAX_IDLE_MEMORY_MIB = 160;
const IDLE_MS = 10_000;

const startServer = (dataDir: string): Promise<Child> =>
  startChild('start-under-test.ts', { DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0', LOG_LEVEL: 'warn' });

const withDataDir = async <Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ronda-bench-start-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

type Start = { wallMs: number; processorMs: number };

const measureStart = async (
  { readProcessorTime }: Parameters<Benchmark['run']>[0],
  dataDir: string,
): Promise<Start> => {
  const startedAt = performance.now();
  const server = await startServer(dataDir);
  const wallMs = performance.now() - startedAt;
  const processorTime = await readProcessorTime?.(server.pid);
  await server.stop();
  return { wallMs, processorMs: processorTime?.server ?? Number.NaN };
};

const createStartMeasurement = (work: string, goalMs: number, starts: readonly Start[]): Measurement => {
  const formatMedian = (name: keyof Start) =>
    `${(computeSpread(starts.map((start) => start[name])).median / 1_000).toFixed(1)} s`;
  return {
    id: 'F1',
    work,
    ratio: computeSpread(starts.map(({ wallMs }) => goalMs / wallMs)),
    target: 1,
    measured: formatMedian('wallMs'),
    against: `a goal of ${goalMs / 1_000} s`,
    errors: 0,
    note: `${work}: until ready to serve; the server process used ${formatMedian('processorMs')} of processor time`,
    rounds: [],
  };
};

const measureStarts = async (
  { options, log }: BenchmarkSetup,
  { work, maxMs }: { work: string; maxMs: number },
  measure: () => Promise<Start>,
): Promise<Measurement> => {
  const starts: Start[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    starts.push(await measure());
    log(`F1 ${work}, round ${round}: ${starts.at(-1)!.wallMs.toFixed(0)} ms`);
  }
  return createStartMeasurement(work, maxMs, starts);
};

const emptyStartBenchmark: Benchmark = {
  id: 'F1',
  run: (setup) =>
    measureStarts(setup, { work: 'start with an empty DATA_DIR', maxMs: MAX_EMPTY_START_MS }, () =>
      withDataDir((dataDir) => measureStart(setup, dataDir)),
    ),
};

const existingStartBenchmark: Benchmark = {
  id: 'F1',
  run: (setup) =>
    withDataDir(async (dataDir) => {
      await measureStart(setup, dataDir);
      const row = { work: 'start with an existing database', maxMs: MAX_EXISTING_START_MS };
      return measureStarts(setup, row, () => measureStart(setup, dataDir));
    }),
};

const idleMemoryBenchmark: Benchmark = {
  id: 'F2',
  run: (setup) =>
    withDataDir(async (dataDir) => {
      await measureStart(setup, dataDir);
      const sizes: number[] = [];
      for (let round = 1; round <= setup.options.rounds; round++) {
        const server = await startServer(dataDir);
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
        sizes.push(await readResidentMemory(server.pid));
        await server.stop();
        setup.log(`F2 idle memory, round ${round}: ${sizes.at(-1)!.toFixed(0)} MiB`);
      }
      return {
        id: 'F2',
        work: 'resident memory of an idle server',
        ratio: computeSpread(sizes.map((size) => MAX_IDLE_MEMORY_MIB / size)),
        target: 1,
        measured: `${computeSpread(sizes).median.toFixed(0)} MiB`,
        against: `a goal of ${MAX_IDLE_MEMORY_MIB} MiB`,
        errors: 0,
        note: `the server process without PostgreSQL, ${IDLE_MS / 1_000} s after the start`,
        rounds: [],
      };
    }),
};

export const startUpBenchmarks: readonly Benchmark[] = [
  existingStartBenchmark,
  emptyStartBenchmark,
  idleMemoryBenchmark,
];
