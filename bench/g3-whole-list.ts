import { readFile } from 'node:fs/promises';
import { getListTenant } from './list-tenants.ts';
import type { LoadReport } from './load.ts';
import { type Measure, measureSpread } from './measurement.ts';

const FEW_TASKS = 1_000;
const MANY_TASKS = 1_000_000;
/** Number of requests for short lists per round. A single one is too fast to measure. */
const SHORT_LISTS_PER_ROUND = 20;
/**
 * Any request increases a new server's memory. Short lists come first so that only the growth caused by long ones
 * counts.
 */
const WARM_UP_LISTS = 200;
const SAMPLE_INTERVAL_MS = 50;
const MAX_MEMORY_GROWTH_MIB = 64;
const PATH = '/api/services/custom/externaltask/getall';

/** A list without $top: even with a million rows, the time per row and the memory use must stay the same. */
export const wholeList: Measure = {
  id: 'G3',
  measure: async (bench) => {
    bench.log('G3 the whole list: creating the tasks');
    const [few, many] = [await getListTenant(bench.db, FEW_TASKS), await getListTenant(bench.db, MANY_TASKS)];
    const fetchList = async (token: string): Promise<LoadReport> => {
      const startedAt = performance.now();
      const response = await fetch(bench.service + PATH, { headers: { authorization: `Bearer ${token}` } });
      let tail = '';
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        tail = (tail + chunk).slice(-200);
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const rows = Number(/"__count":(\d+)\},"error":null,"unAuthorizedRequest":false\}$/.exec(tail)?.[1]);
      return { perSecond: rows / seconds, p50: seconds, p99: seconds, errors: rows > 0 ? 0 : 1 };
    };
    for (let list = 0; list < WARM_UP_LISTS; list++) await fetchList(few.token);
    const rounds: { few: LoadReport; many: LoadReport }[] = [];
    const memoryGrowth: number[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const shortLists: LoadReport[] = [];
      for (let list = 0; list < SHORT_LISTS_PER_ROUND; list++) shortLists.push(await fetchList(few.token));
      const memory = trackMemory(bench.servicePid);
      const longList = await fetchList(many.token);
      memoryGrowth.push(await memory.stop());
      const medianList = shortLists.toSorted((a, b) => a.perSecond - b.perSecond)[
        SHORT_LISTS_PER_ROUND >> 1
      ]!;
      rounds.push({ few: medianList, many: longList });
      bench.log(
        `G3 round ${round}: ${longList.perSecond.toFixed(0)} rows/s in a list of a million compared with ${medianList.perSecond.toFixed(0)} in a list of a thousand, memory +${memoryGrowth.at(-1)!.toFixed(0)} MiB`,
      );
    }
    const computeMedian = (side: 'few' | 'many') =>
      measureSpread(rounds.map((round) => round[side].perSecond)).median;
    const growth = Math.max(...memoryGrowth);
    return {
      id: 'G3',
      work: 'rows per second of an unpaged list of 1,000,000',
      ratio: measureSpread(rounds.map((round) => round.many.perSecond / round.few.perSecond)),
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

/** Measures how many MiB a process's resident memory grows by; always 0 on systems without /proc. */
const trackMemory = (pid: number) => {
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  const sample = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const mebibytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    if (min === Number.POSITIVE_INFINITY) min = mebibytes;
    max = Math.max(max, mebibytes);
  };
  const sampling = setInterval(sample, SAMPLE_INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(sampling);
      await sample();
      return max - min;
    },
  };
};
