import { readFile } from 'node:fs/promises';
import { listTenant } from './list-tenants.ts';
import type { LoadReport } from './load.ts';
import { type Measure, spreadOf } from './measurement.ts';

const FEW = 1_000;
const MANY = 1_000_000;
/** A short list is asked for so often, for its time to be measured. */
const SHORT_LISTS = 20;
/** A server that has just started grows whatever it is asked: short lists show how far, long ones how much further. */
const WARM_UP_LISTS = 200;
const SAMPLE_EVERY_MS = 50;
const PATH = '/api/services/custom/externaltask/getall';

/** A list without $top: as long a row when there are a million, and no more memory. */
export const wholeList: Measure = {
  id: 'G3',
  take: async (bench) => {
    bench.tell('G3 the whole list: making the tasks');
    const [few, many] = [await listTenant(bench.db, FEW), await listTenant(bench.db, MANY)];
    const ask = async (token: string): Promise<LoadReport> => {
      const startedAt = performance.now();
      const answer = await fetch(bench.service + PATH, { headers: { authorization: `Bearer ${token}` } });
      let tail = '';
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        tail = (tail + chunk).slice(-200);
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const rows = Number(/"__count":(\d+)\},"error":null,"unAuthorizedRequest":false\}$/.exec(tail)?.[1]);
      return { perSecond: rows / seconds, p50: seconds, p99: seconds, errors: rows > 0 ? 0 : 1 };
    };
    for (let list = 0; list < WARM_UP_LISTS; list++) await ask(few.token);
    const rounds: { few: LoadReport; many: LoadReport }[] = [];
    const rises: number[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const short: LoadReport[] = [];
      for (let list = 0; list < SHORT_LISTS; list++) short.push(await ask(few.token));
      const memory = watchMemory(bench.servicePid);
      const long = await ask(many.token);
      rises.push(await memory.stop());
      const fastest = short.toSorted((a, b) => a.perSecond - b.perSecond)[SHORT_LISTS >> 1]!;
      rounds.push({ few: fastest, many: long });
      bench.tell(
        `G3 round ${round}: ${long.perSecond.toFixed(0)} rows/s of a million against ${fastest.perSecond.toFixed(0)}, memory +${rises.at(-1)!.toFixed(0)} MiB`,
      );
    }
    const middle = (side: 'few' | 'many') => spreadOf(rounds.map((round) => round[side].perSecond)).median;
    return {
      id: 'G3',
      work: 'rows a second of an unpaged list of 1,000,000',
      ratio: spreadOf(rounds.map((round) => round.many.perSecond / round.few.perSecond)),
      target: 1 / 1.3,
      measured: `${middle('many').toFixed(0)} rows/s`,
      against: `${middle('few').toFixed(0)} rows/s of 1,000`,
      errors: rounds.reduce((sum, round) => sum + round.few.errors + round.many.errors, 0),
      note: `the memory of the server rose by ${Math.max(...rises).toFixed(0)} MiB at most; 64 are allowed`,
      rounds,
    };
  },
};

/** How far the resident memory of a process rises, MiB; where the system does not say, not at all. */
const watchMemory = (pid: number) => {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  const sample = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const mebibytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    if (least === Number.POSITIVE_INFINITY) least = mebibytes;
    most = Math.max(most, mebibytes);
  };
  const sampling = setInterval(sample, SAMPLE_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(sampling);
      await sample();
      return most - least;
    },
  };
};
