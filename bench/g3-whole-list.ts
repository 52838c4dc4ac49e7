import { getListTenant } from './list-tenants.ts';
import type { LoadReport } from './load.ts';
import { type Benchmark, computeSpread } from './measurement.ts';
import { readResidentMemory } from './resident-memory.ts';

const FEW_TASKS = 1_000;
const MANY_TASKS = 1_000_000;
/** The number of short lists requested per round. A single one is too fast to measure. */
const SHORT_LISTS_PER_ROUND = 20;
/**
 * The number of short lists requested before the measurement. A new server's memory grows with every kind of request,
 * and the measurement is only about the growth caused by long lists.
 */
const WARM_UP_LISTS = 200;
const SAMPLE_INTERVAL_MS = 50;
const MAX_MEMORY_GROWTH_MIB = 64;
const LIST_PATH = '/api/services/custom/externaltask/getall';

/** Measures lists without $top. Even with a million rows, the time per row and the memory use must stay the same. */
export const wholeListBenchmark: Benchmark = {
  id: 'G3',
  run: async (setup) => {
    const [smallTenant, largeTenant] = [
      await getListTenant(setup, FEW_TASKS),
      await getListTenant(setup, MANY_TASKS),
    ];
    const fetchList = async (token: string): Promise<LoadReport> => {
      const startedAt = performance.now();
      const response = await fetch(setup.serviceUrl + LIST_PATH, {
        headers: { authorization: `Bearer ${token}` },
      });
      let lastCharacters = '';
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        lastCharacters = (lastCharacters + chunk).slice(-200);
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const rows = Number(
        /"__count":(\d+)\},"error":null,"unAuthorizedRequest":false\}$/.exec(lastCharacters)?.[1],
      );
      return {
        responses: 1,
        perSecond: rows / seconds,
        p50: seconds,
        p99: seconds,
        errors: rows > 0 ? 0 : 1,
      };
    };
    for (let list = 0; list < WARM_UP_LISTS; list++) await fetchList(smallTenant.token);
    const rounds: { few: LoadReport; many: LoadReport }[] = [];
    const memoryGrowth: number[] = [];
    for (let round = 1; round <= setup.options.rounds; round++) {
      const shortLists: LoadReport[] = [];
      for (let list = 0; list < SHORT_LISTS_PER_ROUND; list++)
        shortLists.push(await fetchList(smallTenant.token));
      const memoryTracker = trackMemory(setup.servicePid);
      const longList = await fetchList(largeTenant.token);
      memoryGrowth.push(await memoryTracker.stop());
      const medianList = shortLists.toSorted((a, b) => a.perSecond - b.perSecond)[
        SHORT_LISTS_PER_ROUND >> 1
      ]!;
      rounds.push({ few: medianList, many: longList });
      setup.log(
        `G3 round ${round}: ${longList.perSecond.toFixed(0)} rows/s in a list of a million compared with ${medianList.perSecond.toFixed(0)} in a list of a thousand, memory +${memoryGrowth.at(-1)!.toFixed(0)} MiB`,
      );
    }
    const computeMedian = (side: 'few' | 'many') =>
      computeSpread(rounds.map((round) => round[side].perSecond)).median;
    const growth = Math.max(...memoryGrowth);
    return {
      id: 'G3',
      work: 'rows per second of an unpaged list of 1,000,000',
      ratio: computeSpread(rounds.map((round) => round.many.perSecond / round.few.perSecond)),
      target: 1 / 1.3,
      measured: `${computeMedian('many').toFixed(0)} rows/s`,
      against: `${computeMedian('few').toFixed(0)} rows/s in a list of 1,000`,
      errors: rounds.reduce((sum, round) => sum + round.few.errors + round.many.errors, 0),
      note: `the server's memory grew by at most ${growth.toFixed(0)} MiB; the limit is ${MAX_MEMORY_GROWTH_MIB} MiB`,
      isWithinLimits: growth <= MAX_MEMORY_GROWTH_MIB,
      rounds,
    };
  },
};

/** Measures the growth of a process's resident memory in MiB. On systems without /proc, the result is always 0. */
const trackMemory = (pid: number) => {
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  const sample = async () => {
    const residentMib = await readResidentMemory(pid);
    if (min === Number.POSITIVE_INFINITY) min = residentMib;
    max = Math.max(max, residentMib);
  };
  const sampleTimer = setInterval(sample, SAMPLE_INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(sampleTimer);
      await sample();
      return max - min;
    },
  };
};
