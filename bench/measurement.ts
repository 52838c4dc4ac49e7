import type pg from 'pg';
import type { Database, DatabaseConnection } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';
import type { Child } from './child-process.ts';
import type { Fixture } from './fixture.ts';
import type { LoadReport, LoadRequest } from './load.ts';
import type { Options } from './options.ts';
import type { ProcessorTime, ReadProcessorTime } from './processor-time.ts';

export type BenchmarkSetup = {
  connection: DatabaseConnection;
  db: Database;
  /** Has no time limit, unlike `db`. Used to create test data. */
  client: pg.Client;
  fixture: Fixture;
  options: Options;
  serviceUrl: string;
  baselineUrl: string;
  service: Child;
  /** The process IDs of the servers. */
  servicePid: number;
  baselinePid: number;
  readProcessorTime: ReadProcessorTime | undefined;
  generator: Child;
  /** Creates another database, which is dropped at the end of the run, after `onClose` has closed its connections. */
  openDatabase: () => Promise<{
    connection: DatabaseConnection;
    onClose: (close: () => Promise<unknown>) => void;
  }>;
  /** Starts the service on another database. */
  startService: (connection: DatabaseConnection) => Promise<{ url: string; pid: number }>;
  log: (line: string) => void;
};

/** A benchmark, with its ID, which is also part of its file name. */
export type Benchmark = {
  id: string;
  /** Runs only if `--only` names it, because it takes too long. */
  isOnRequest?: true;
  run: (setup: BenchmarkSetup) => Promise<Measurement>;
};

/** The median of a value over all rounds, with its minimum and maximum. */
export type Spread = { median: number; min: number; max: number };

export type Measurement = {
  id: string;
  /** The request or work that is measured, such as `create a task`. */
  work: string;
  /** The measured throughput ratio and its required minimum. */
  ratio: Spread;
  target: number;
  /** The measured p99 ratio and its maximum. */
  p99?: { ratio: Spread; target: number | undefined };
  /** The processor time per request: how often the measured one fits into the other, and both as text. */
  processorTime?: { ratio: Spread; measured: string; against: string };
  /** Whether the result stays within other limits, such as a memory limit. */
  isWithinLimits?: boolean;
  /** The two values that are compared, as text with a unit. */
  measured: string;
  against: string;
  /** The number of failed or incorrect responses. */
  errors: number;
  note: string;
  rounds: Record<string, MeasuredLoad>[];
};

/** A load's report, with the processor time in milliseconds per response, if it can be measured. */
export type MeasuredLoad = LoadReport & { processorTime?: ProcessorTime };

export const isMet = ({ ratio, target, p99, isWithinLimits = true }: Measurement): boolean =>
  isWithinLimits && ratio.median >= target && (p99?.target === undefined || p99.ratio.median <= p99.target);

export const computeSpread = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
};

/**
 * Sends requests for the given time, then waits until all changes have feed positions, so that they do not affect
 * the next load. Assigning positions counts as processor time of the requests.
 */
export const runLoad = async (setup: BenchmarkSetup, request: LoadRequest): Promise<MeasuredLoad> => {
  const pid = { [setup.serviceUrl]: setup.servicePid, [setup.baselineUrl]: setup.baselinePid }[request.url];
  // Other servers consist of several processes.
  const readProcessorTime = async () => (pid === undefined ? undefined : setup.readProcessorTime?.(pid));
  const before = await readProcessorTime();
  const report = await setup.generator.request<LoadReport>(request);
  if (report.wrongResponse !== undefined) setup.log(`Wrong response: ${report.wrongResponse}`);
  await waitForPendingChanges(setup);
  const after = await readProcessorTime();
  if (!before || !after) return report;
  const toTimePerResponse = (name: keyof ProcessorTime) => (after[name] - before[name]) / report.responses;
  return {
    ...report,
    processorTime: { server: toTimePerResponse('server'), postgres: toTimePerResponse('postgres') },
  };
};

/** Compares two loads per round. Returns no properties if the processor time cannot be measured. */
export const compareProcessorTime = (
  rounds: readonly (readonly [measured: MeasuredLoad, against: MeasuredLoad])[],
): Pick<Measurement, 'processorTime'> => {
  const times = rounds.flatMap(([measured, against]) =>
    measured.processorTime && against.processorTime
      ? [{ measured: measured.processorTime, against: against.processorTime }]
      : [],
  );
  if (times.length === 0) return {};
  const formatSide = (side: 'measured' | 'against') =>
    (['server', 'postgres'] as const)
      .map((name) => computeSpread(times.map((time) => time[side][name])).median.toFixed(2))
      .join(' + ');
  return {
    processorTime: {
      ratio: computeSpread(times.map(({ measured, against }) => sum(against) / sum(measured))),
      measured: formatSide('measured'),
      against: formatSide('against'),
    },
  };
};

const sum = ({ server, postgres }: ProcessorTime) => server + postgres;

const MAX_PENDING_MS = 60_000;

const waitForPendingChanges = async ({ db }: BenchmarkSetup): Promise<void> => {
  const startedAt = performance.now();
  while (await hasRow(db, 'select from feed_pending where $1 limit 1', [true])) {
    if (performance.now() - startedAt > MAX_PENDING_MS)
      throw new Error(`Some changes had no feed position after ${MAX_PENDING_MS / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

export const formatRate = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
