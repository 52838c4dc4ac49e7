import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Database } from '#service/database/connect.ts';
import type { Load, LoadReport } from './load.ts';
import { type Bench, type Measure, type Measurement, perSecond, spreadOf, takeTurn } from './measurement.ts';
import type { Stage } from './stage.ts';

/** One kind of request, asked of the service and of the floor in turns. */
export type Comparison = {
  id: string;
  work: string;
  /** What the service's throughput should be of the floor's, and its p99 at most of the floor's. */
  target: { ratio: number; p99?: number };
  /** What the floor does and leaves out. */
  floorDoes: string;
  floor: (app: FastifyInstance, pool: pg.Pool, stage: Stage) => void;
  load: (db: Database, stage: Stage) => Promise<Load>;
};

const CONNECTIONS = 32;
/** Compilers and plan caches of both sides settle before anything counts. */
const WARM_UP_SECONDS = 2;

/** Service, floor, service, floor …: what disturbs the machine for a while disturbs both. */
export const compareWithFloor = (comparison: Comparison): Measure => ({
  id: comparison.id,
  take: async (bench) => {
    const { id, work, target, floorDoes } = comparison;
    const load = await comparison.load(bench.db, bench.stage);
    await insistOnSameAnswers(bench, id, load);
    const turn = (address: string, seconds: number) =>
      takeTurn(bench, { ...load, address, connections: CONNECTIONS, seconds });

    await turn(bench.service, WARM_UP_SECONDS);
    await turn(bench.floor, WARM_UP_SECONDS);
    const rounds: { service: LoadReport; floor: LoadReport }[] = [];
    for (let round = 1; round <= bench.options.rounds; round++) {
      const service = await turn(bench.service, bench.options.seconds);
      const floor = await turn(bench.floor, bench.options.seconds);
      rounds.push({ service, floor });
      const ratio = (service.perSecond / floor.perSecond).toFixed(2);
      bench.tell(
        `${id} ${work}, round ${round}: ${perSecond(service.perSecond)} against ${perSecond(floor.perSecond)}, ${ratio}`,
      );
    }
    return measurementOf(rounds, { id, work, target, note: `the floor ${floorDoes}` });
  },
});

const measurementOf = (
  rounds: { service: LoadReport; floor: LoadReport }[],
  { id, work, target, note }: Pick<Comparison, 'id' | 'work' | 'target'> & { note: string },
): Measurement => {
  const middle = (side: 'service' | 'floor', figure: 'perSecond' | 'p99') =>
    spreadOf(rounds.map((round) => round[side][figure])).median;
  const side = (name: 'service' | 'floor') =>
    `${perSecond(middle(name, 'perSecond'))}, p99 ${middle(name, 'p99').toFixed(1)} ms`;
  return {
    id,
    work,
    ratio: spreadOf(rounds.map(({ service, floor }) => service.perSecond / floor.perSecond)),
    target: target.ratio,
    p99: { ratio: spreadOf(rounds.map(({ service, floor }) => service.p99 / floor.p99)), target: target.p99 },
    measured: side('service'),
    against: side('floor'),
    errors: rounds.reduce((sum, { service, floor }) => sum + service.errors + floor.errors, 0),
    note,
    rounds,
  };
};

/** A floor that answers something else would be measured for nothing. */
const insistOnSameAnswers = async ({ service, floor }: Bench, id: string, load: Load): Promise<void> => {
  const [first] = load.requests;
  const ask = async (address: string) => {
    const answer = await fetch(address + first!.path, {
      method: load.method,
      headers: { authorization: `Bearer ${load.token}`, 'content-type': 'application/json' },
      ...(first!.body !== undefined && { body: first!.body.replace('[<id>]', randomUUID()) }),
    });
    return (await answer.text()).replaceAll(address, '');
  };
  const [ours, theirs] = [await ask(service), await ask(floor)];
  if (ours !== theirs || !ours.endsWith(load.answerEnd)) {
    const place = [...ours].findIndex((character, index) => character !== theirs[index]);
    const around = (text: string) => text.slice(Math.max(0, place - 40), place + 80);
    throw new Error(`${id}: the service answers …${around(ours)}… and the floor …${around(theirs)}…`);
  }
};
