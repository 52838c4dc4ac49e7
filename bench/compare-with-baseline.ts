import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Database } from '#service/database/connect.ts';
import type { Fixture } from './fixture.ts';
import type { Load, LoadReport } from './load.ts';
import {
  type Bench,
  formatRate,
  type Measure,
  type Measurement,
  measureSpread,
  runTurn,
} from './measurement.ts';

/** One kind of request, sent alternately to the service and the baseline. */
export type Comparison = {
  id: string;
  work: string;
  /** The service's minimum throughput and maximum p99, relative to the baseline. */
  target: { ratio: number; p99?: number };
  /** What the baseline does and what it leaves out. */
  baselineDescription: string;
  baseline: (app: FastifyInstance, pool: pg.Pool, fixture: Fixture) => void;
  load: (db: Database, fixture: Fixture) => Promise<Load>;
};

const CONNECTIONS = 32;
/** Time for compilers and plan caches on both sides to warm up before measuring. */
const WARM_UP_SECONDS = 2;

/** Alternates between service and baseline so that temporary disturbances on the machine affect both. */
export const compareWithBaseline = (comparison: Comparison): Measure => ({
  id: comparison.id,
  measure: async (bench) => {
    const { id, work, target, baselineDescription } = comparison;
    const load = await comparison.load(bench.db, bench.fixture);
    await requireSameResponses(bench, id, load);
    const measureServer = (url: string, seconds: number) =>
      runTurn(bench, { ...load, url, connections: CONNECTIONS, seconds });

    await measureServer(bench.service, WARM_UP_SECONDS);
    await measureServer(bench.baseline, WARM_UP_SECONDS);
    const rounds: { service: LoadReport; baseline: LoadReport }[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const service = await measureServer(bench.service, bench.options.seconds);
      const baseline = await measureServer(bench.baseline, bench.options.seconds);
      rounds.push({ service, baseline });
      const ratio = (service.perSecond / baseline.perSecond).toFixed(2);
      bench.log(
        `${id} ${work}, round ${round}: ${formatRate(service.perSecond)} compared with ${formatRate(baseline.perSecond)}, ratio ${ratio}`,
      );
    }
    return createMeasurement(rounds, { id, work, target, note: `the baseline ${baselineDescription}` });
  },
});

const createMeasurement = (
  rounds: { service: LoadReport; baseline: LoadReport }[],
  { id, work, target, note }: Pick<Comparison, 'id' | 'work' | 'target'> & { note: string },
): Measurement => {
  const computeMedian = (side: 'service' | 'baseline', figure: 'perSecond' | 'p99') =>
    measureSpread(rounds.map((round) => round[side][figure])).median;
  const formatSide = (name: 'service' | 'baseline') =>
    `${formatRate(computeMedian(name, 'perSecond'))}, p99 ${computeMedian(name, 'p99').toFixed(1)} ms`;
  return {
    id,
    work,
    ratio: measureSpread(rounds.map(({ service, baseline }) => service.perSecond / baseline.perSecond)),
    target: target.ratio,
    p99: {
      ratio: measureSpread(rounds.map(({ service, baseline }) => service.p99 / baseline.p99)),
      target: target.p99,
    },
    measured: formatSide('service'),
    against: formatSide('baseline'),
    errors: rounds.reduce((sum, { service, baseline }) => sum + service.errors + baseline.errors, 0),
    note,
    rounds,
  };
};

/** Throws if the responses differ, since the comparison would then be meaningless. */
const requireSameResponses = async ({ service, baseline }: Bench, id: string, load: Load): Promise<void> => {
  const [first] = load.requests;
  const send = async (url: string) => {
    const response = await fetch(url + first!.path, {
      method: load.method,
      headers: { authorization: `Bearer ${load.token}`, 'content-type': 'application/json' },
      ...(first!.body !== undefined && { body: first!.body.replace('[<id>]', randomUUID()) }),
    });
    return (await response.text()).replaceAll(url, '');
  };
  const [serviceText, baselineText] = [await send(service), await send(baseline)];
  if (serviceText !== baselineText || !serviceText.endsWith(load.responseEnd)) {
    const difference = [...serviceText].findIndex((character, index) => character !== baselineText[index]);
    const position = difference === -1 ? serviceText.length : difference;
    const excerpt = (text: string) => text.slice(Math.max(0, position - 40), position + 80);
    throw new Error(
      `${id}: the service returns …${excerpt(serviceText)}… and the baseline …${excerpt(baselineText)}…`,
    );
  }
};
