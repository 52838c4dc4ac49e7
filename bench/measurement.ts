import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Child } from './child-process.ts';
import type { Fixture } from './fixture.ts';
import type { LoadReport, LoadRequest } from './load.ts';
import type { Options } from './options.ts';

/** Everything a measurement uses: both servers, the load generator, and the database. */
export type Bench = {
  db: Database;
  fixture: Fixture;
  options: Options;
  /** URLs of the service and the baseline. */
  service: string;
  baseline: string;
  /** The service's process ID. */
  servicePid: number;
  generator: Child;
  /** Prints progress. */
  log: (line: string) => void;
};

/** A measurement that can be run, and its ID, which is also in its file's name. */
export type Measure = { id: string; measure: (bench: Bench) => Promise<Measurement> };

/** The median across rounds, and the range. */
export type Spread = { median: number; min: number; max: number };

export type Measurement = {
  id: string;
  work: string;
  /** A throughput ratio and its minimum. */
  ratio: Spread;
  target: number;
  /** A ratio of 99th percentiles and its maximum. */
  p99?: { ratio: Spread; target: number | undefined };
  /** Whether other limits, such as the memory, are respected. */
  isWithinLimits?: boolean;
  /** The two values compared, in words and requests per second. */
  measured: string;
  against: string;
  /** Failed or incorrect responses. */
  errors: number;
  /** What the figures mean. */
  note: string;
  /** All results by round. */
  rounds: Record<string, LoadReport>[];
};

export const isMet = ({ ratio, target, p99, isWithinLimits = true }: Measurement): boolean =>
  isWithinLimits && ratio.median >= target && (p99?.target === undefined || p99.ratio.median <= p99.target);

export const measureSpread = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
};

/**
 * Applies a load for one turn, then waits until all changes are numbered so they do not affect the next turn.
 */
export const runTurn = async (bench: Bench, request: LoadRequest): Promise<LoadReport> => {
  const report = await bench.generator.request<LoadReport>(request);
  while (await hasPending(bench)) await new Promise((resolve) => setTimeout(resolve, 50));
  return report;
};

const hasPending = async ({ db, fixture }: Bench): Promise<boolean> => {
  const [row] = await run<{ has_pending: boolean }>(
    db,
    'select exists (select from feed_pending where tenant_id = $1) as has_pending',
    [fixture.tenantId],
  );
  return row!.has_pending;
};

export const formatRate = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
