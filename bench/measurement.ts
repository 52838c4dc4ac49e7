import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Child } from './child-process.ts';
import type { LoadOrder, LoadReport } from './load.ts';
import type { Options } from './options.ts';
import type { Stage } from './stage.ts';

/** What a measurement works with: both servers, the load generator, and the database behind them. */
export type Bench = {
  db: Database;
  stage: Stage;
  options: Options;
  /** Addresses of the service and of the floor. */
  service: string;
  floor: string;
  /** The service's process. */
  servicePid: number;
  generator: Child;
  /** Tells whoever waits what is being done. */
  tell: (line: string) => void;
};

/** One thing that is measured, by the name that the targets have. */
export type Measure = { id: string; take: (bench: Bench) => Promise<Measurement> };

/** The middle of several rounds, and how far they lie apart. */
export type Spread = { median: number; least: number; most: number };

export type Measurement = {
  id: string;
  work: string;
  /** A ratio of throughputs, and what it should be at least. */
  ratio: Spread;
  target: number;
  /** A ratio of 99th percentiles, and what it should be at most. */
  p99?: { ratio: Spread; target: number | undefined };
  /** What was divided by what, in words and requests a second. */
  measured: string;
  against: string;
  /** Answers that failed or were wrong. */
  errors: number;
  /** What one must know to read the figures. */
  note: string;
  /** Everything that was measured, round by round. */
  rounds: Record<string, LoadReport>[];
};

export const isMet = ({ ratio, target, p99 }: Measurement): boolean =>
  ratio.median >= target && (p99?.target === undefined || p99.ratio.median <= p99.target);

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)! };
};

/** One turn of load; afterwards the service has numbered what was written, so that the next turn is not its too. */
export const takeTurn = async (bench: Bench, order: LoadOrder): Promise<LoadReport> => {
  const report = await bench.generator.ask<LoadReport>(order);
  while (await hasPending(bench)) await new Promise((resolve) => setTimeout(resolve, 50));
  return report;
};

const hasPending = async ({ db, stage }: Bench): Promise<boolean> => {
  const [row] = await run<{ waits: boolean }>(
    db,
    'select exists (select from feed_pending where tenant_id = $1) as waits',
    [stage.tenantId],
  );
  return row!.waits;
};

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
