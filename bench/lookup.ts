import type { LargeTenant } from './large-organisation.ts';
import { getLargeService, type LargeService, type TenantFacts } from './large-tenants.ts';
import type { LoadReport } from './load.ts';
import {
  type Benchmark,
  type BenchmarkSetup,
  compareProcessorTime,
  computeSpread,
  type MeasuredLoad,
} from './measurement.ts';

/** A request that people or applications send all the time. Every `index` asks for something else. */
export type Lookup = {
  name: string;
  token: keyof LargeTenant['tokens'];
  createRequest: (facts: TenantFacts, index: number) => { path: string; body?: object };
};

/** One row of the report. Of several lookups, it shows the one that is slowest with a million tasks. */
export type LookupRow = { work: string; lookups: readonly Lookup[] };

type LookupLoad = MeasuredLoad & { lookup: string; durations: number[]; refused: number };

const REQUESTS_PER_ROUND = 8;
/** A lookup that takes longer is not repeated: the result is clear, and the run stays short. */
const SLOW_MS = 1_000;
const MAX_P95_MS = 150;
const MAX_GROWTH = 1.5;
/** The errors of both interfaces for requests that take too long. */
const TOO_COSTLY_PATTERN = /takes too (long|much)/;

/** Compares lookups in a tenant with a hundred thousand tasks and in one with a million. */
export const compareLookups = ({ work, lookups }: LookupRow): Benchmark => ({
  id: 'P12',
  run: async (setup) => {
    const service = await getLargeService(setup);
    const results: Result[] = [];
    for (const lookup of lookups) results.push(await measureLookup(setup, service, lookup, lookups.length));
    const slowest = results.toSorted((a, b) => getP95(b.many) - getP95(a.many))[0]!;
    const refused = results.filter(({ many }) => many.some((load) => load.refused > 0));
    const slow = results.filter(({ many }) => getP95(many) > MAX_P95_MS);
    const fastestGrowing = results.toSorted((a, b) => getGrowth(b) - getGrowth(a))[0]!;
    setup.log(`P12 ${work}: ${describe(slowest.many)} compared with ${describe(slowest.few)}`);
    return {
      id: 'P12',
      work,
      ratio: computeSpread(slowest.many.map((many, round) => slowest.few[round]!.p50 / many.p50)),
      target: 1 / MAX_GROWTH,
      ...compareProcessorTime(slowest.many.map((many, round) => [many, slowest.few[round]!])),
      measured: describe(slowest.many),
      against: `${describe(slowest.few)} among 100,000`,
      isWithinLimits: slow.length === 0 && refused.length === 0,
      errors: results
        .flatMap(({ few, many }) => [...few, ...many])
        .reduce((sum, load) => sum + load.errors, 0),
      note:
        lookups.length === 1
          ? 'a tenant with a million tasks compared with one with a hundred thousand'
          : [
              `${work}: ${slow.length} of ${lookups.length} take more than ${MAX_P95_MS} ms${listNames(slow)}`,
              `${refused.length} are refused${listNames(refused)}`,
              `slowest: ${slowest.many[0]!.lookup}`,
              `largest growth: ${fastestGrowing.many[0]!.lookup}, ${getGrowth(fastestGrowing).toFixed(1)}×`,
            ].join('; '),
      rounds: results.flatMap(({ few, many }) =>
        many.map((load, round) => ({ few: few[round]!, many: load })),
      ),
    };
  },
});

/** Shows that lookups take at most `maxMs` with a million tasks, of which a hundred thousand are open. */
export const limitLookups = (id: string, maxMs: number, { work, lookups }: LookupRow): Benchmark => ({
  id,
  run: async (setup) => {
    const service = await getLargeService(setup);
    const results: LookupLoad[][] = [];
    for (const lookup of lookups)
      results.push((await measureLookup(setup, service, lookup, lookups.length)).many);
    const slowest = results.toSorted((a, b) => getP95(b) - getP95(a))[0]!;
    const refused = results.filter((loads) => loads.some((load) => load.refused > 0));
    setup.log(`${id} ${work}: ${describe(slowest)}`);
    return {
      id,
      work,
      ratio: computeSpread([maxMs / getP95(slowest)]),
      target: 1,
      measured: describe(slowest),
      against: `${maxMs} ms`,
      isWithinLimits: refused.length === 0,
      errors: results.flat().reduce((sum, load) => sum + load.errors, 0),
      note: `${work}: ${results.map((loads) => `${loads[0]!.lookup} ${describe(loads)}`).join(', ')}`,
      rounds: results.flatMap((loads) => loads.map((many) => ({ many }))),
    };
  },
});

type Result = { few: LookupLoad[]; many: LookupLoad[] };

const getMedian = (loads: readonly LookupLoad[]) => computeSpread(loads.map(({ p50 }) => p50)).median;
const getGrowth = ({ few, many }: Result) => getMedian(many) / getMedian(few);

const listNames = (results: readonly Result[]) =>
  results.length > 0 ? ` (${results.map(({ many }) => many[0]!.lookup).join(', ')})` : '';

const getP95 = (loads: readonly LookupLoad[]) =>
  getPercentile(
    loads.flatMap(({ durations }) => durations),
    0.95,
  );

const describe = (loads: readonly LookupLoad[]) =>
  `${getP95(loads).toFixed(0)} ms${loads.some(({ refused }) => refused > 0) ? ', refused' : ''}`;

/** Alternates between both tenants. The first requests only fill caches. */
const measureLookup = async (
  setup: BenchmarkSetup,
  service: LargeService,
  lookup: Lookup,
  lookupsInRow: number,
): Promise<Result> => {
  const { few, many } = service;
  for (const facts of [few, many]) await sendRequests(service, lookup, facts, [0, 1]);
  const count = Math.max(1, Math.floor(REQUESTS_PER_ROUND / lookupsInRow));
  const loads: Result = { few: [], many: [] };
  for (let round = 0; round < setup.options.rounds; round++) {
    const range = [1 + round * count, 1 + (round + 1) * count] as const;
    loads.few.push(await sendRequests(service, lookup, few, range));
    const load = await sendRequests(service, lookup, many, range);
    loads.many.push(load);
    if (load.durations.some(isSlow)) break;
  }
  return loads;
};

const isSlow = (duration: number) => duration > SLOW_MS;

const sendRequests = async (
  { url, pid, readProcessorTime }: LargeService,
  { name, token, createRequest }: Lookup,
  facts: TenantFacts,
  [from, to]: readonly [number, number],
): Promise<LookupLoad> => {
  const durations: number[] = [];
  const counts = { errors: 0, refused: 0 };
  const before = await readProcessorTime?.(pid);
  for (let index = from; index < to && !durations.some(isSlow); index++) {
    const { path, body } = createRequest(facts, index);
    const startedAt = performance.now();
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${facts.tokens[token]}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    durations.push(performance.now() - startedAt);
    if ([429, 503].includes(response.status) || TOO_COSTLY_PATTERN.test(text.slice(0, 1_000)))
      counts.refused++;
    else if (response.status !== 200 || text.startsWith('{"success":false')) {
      counts.errors++;
      process.stderr.write(`${name}: ${path}: ${response.status} ${text.slice(0, 300)}\n`);
    }
  }
  const after = await readProcessorTime?.(pid);
  return {
    lookup: name,
    ...summarise(durations),
    ...counts,
    ...(before &&
      after && {
        processorTime: {
          server: (after.server - before.server) / durations.length,
          postgres: (after.postgres - before.postgres) / durations.length,
        },
      }),
  };
};

const summarise = (durations: number[]): Omit<LoadReport, 'errors'> & { durations: number[] } => ({
  responses: durations.length,
  perSecond: (durations.length * 1_000) / durations.reduce((sum, duration) => sum + duration, 0),
  p50: getPercentile(durations, 0.5),
  p99: getPercentile(durations, 0.99),
  durations,
});

const getPercentile = (durations: readonly number[], fraction: number) =>
  durations.toSorted((a, b) => a - b)[Math.floor(durations.length * fraction)]!;
