import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { comparePlans, type ExplainedStatement } from './explain-plan.ts';
import type { Fixture } from './fixture.ts';
import type { Load } from './load.ts';
import {
  type Benchmark,
  type BenchmarkSetup,
  compareProcessorTime,
  computeSpread,
  formatRate,
  type MeasuredLoad,
  type Measurement,
  runLoad,
} from './measurement.ts';
import type { Options } from './options.ts';
import type { ServiceState } from './service-under-test.ts';

/** A kind of request, sent to the service and the baseline in turn. */
export type Comparison = {
  id: string;
  work: string;
  /** The service's minimum throughput and maximum p99, relative to the baseline. */
  target: { ratio: number; p99?: number };
  /** What the baseline does and what it leaves out. */
  baselineDescription: string;
  /** By default 32, and `--seconds`. */
  connections?: number;
  getSeconds?: (options: Options) => number;
  /** The maximum p99 of the service's event loop delay. If undefined, it is not measured. */
  maxEventLoopDelayMs?: number;
  registerBaseline: (app: FastifyInstance, pool: pg.Pool, fixture: Fixture) => void;
  createLoad: (setup: BenchmarkSetup) => Promise<Load>;
  /** The statements whose plans must be the same for the comparison to be fair. */
  getStatements?: (
    setup: BenchmarkSetup,
  ) => Promise<{ service: ExplainedStatement; baseline: ExplainedStatement }>;
};

const CONNECTIONS = 32;
/** How long the compilers and plan caches of both servers warm up before the measurement. */
const WARM_UP_SECONDS = 2;

/** Loads the service and the baseline in turn, so that temporary disturbances on the machine affect both. */
export const compareWithBaseline = (comparison: Comparison): Benchmark => ({
  id: comparison.id,
  run: async (setup) => {
    const { id, work, baselineDescription, connections = CONNECTIONS, maxEventLoopDelayMs } = comparison;
    const roundSeconds = comparison.getSeconds?.(setup.options) ?? setup.options.seconds;
    const load = await comparison.createLoad(setup);
    await requireSameResponses(setup, id, load);
    const measureServer = (url: string, seconds: number) =>
      runLoad(setup, { ...load, url, connections, seconds });
    const delays: number[] = [];

    await measureServer(setup.serviceUrl, WARM_UP_SECONDS);
    await measureServer(setup.baselineUrl, WARM_UP_SECONDS);
    const rounds: { service: MeasuredLoad; baseline: MeasuredLoad }[] = [];
    for (let round = 1; round <= setup.options.rounds; round++) {
      await setup.service.request<ServiceState>('reset');
      const service = await measureServer(setup.serviceUrl, roundSeconds);
      delays.push((await setup.service.request<ServiceState>('read')).eventLoopDelayP99);
      const baseline = await measureServer(setup.baselineUrl, roundSeconds);
      rounds.push({ service, baseline });
      const ratio = (service.perSecond / baseline.perSecond).toFixed(2);
      setup.log(
        `${id} ${work}, round ${round}: ${formatRate(service.perSecond)} compared with ${formatRate(baseline.perSecond)}, ratio ${ratio}`,
      );
    }
    const planDifference =
      comparison.getStatements && (await comparePlans(setup.client, await comparison.getStatements(setup)));
    const notes = [`the baseline ${baselineDescription}`, planDifference];
    const note = notes.filter((text) => text !== undefined).join('; ');
    const measurement = createMeasurement(rounds, comparison, note);
    if (maxEventLoopDelayMs === undefined) return measurement;
    const { median: delay } = computeSpread(delays);
    return {
      ...measurement,
      isWithinLimits: delay < maxEventLoopDelayMs,
      note: `${note}; the p99 of the service's event loop delay was ${delay.toFixed(0)} ms; the limit is ${maxEventLoopDelayMs} ms`,
    };
  },
});

const createMeasurement = (
  rounds: { service: MeasuredLoad; baseline: MeasuredLoad }[],
  { id, work, target }: Comparison,
  note: string,
): Measurement => {
  const computeMedian = (side: 'service' | 'baseline', figure: 'perSecond' | 'p99') =>
    computeSpread(rounds.map((round) => round[side][figure])).median;
  const formatSide = (name: 'service' | 'baseline') =>
    `${formatRate(computeMedian(name, 'perSecond'))}, p99 ${computeMedian(name, 'p99').toFixed(1)} ms`;
  return {
    id,
    work,
    ratio: computeSpread(rounds.map(({ service, baseline }) => service.perSecond / baseline.perSecond)),
    target: target.ratio,
    p99: {
      ratio: computeSpread(rounds.map(({ service, baseline }) => service.p99 / baseline.p99)),
      target: target.p99,
    },
    ...compareProcessorTime(rounds.map(({ service, baseline }) => [service, baseline])),
    measured: formatSide('service'),
    against: formatSide('baseline'),
    errors: rounds.reduce((sum, { service, baseline }) => sum + service.errors + baseline.errors, 0),
    note,
    rounds,
  };
};

/** Throws if the responses differ, which would make the comparison meaningless. Tries a few of the requests. */
const requireSameResponses = async (
  { serviceUrl, baselineUrl }: BenchmarkSetup,
  id: string,
  load: Load,
): Promise<void> => {
  const { requests, responseSuffix } = load;
  for (const request of [requests[0]!, requests[requests.length >> 1]!, requests.at(-1)!]) {
    // Only the service returns new changes.
    if (request.path.includes('[<changeToken>]')) continue;
    const { path, body, method, token }: Load['requests'][number] = { ...load, ...request };
    const send = async (url: string) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: body.replace('[<id>]', randomUUID()) }),
      });
      return (await response.text()).replaceAll(url, '');
    };
    const [serviceText, baselineText] = [await send(serviceUrl), await send(baselineUrl)];
    if (
      serviceText === baselineText &&
      [responseSuffix].flat().some((suffix) => serviceText.endsWith(suffix))
    )
      continue;
    const difference = [...serviceText].findIndex((character, index) => character !== baselineText[index]);
    const position = difference === -1 ? serviceText.length : difference;
    const excerpt = (text: string) => text.slice(Math.max(0, position - 40), position + 80);
    throw new Error(
      `${id}: the service returns …${excerpt(serviceText)}… and the baseline …${excerpt(baselineText)}…`,
    );
  }
};
