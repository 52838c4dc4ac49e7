import type { Database } from '#service/database/connect.ts';
import type { Addresses } from './addresses.ts';
import { type Cast, callerAt, type PersonName, type Stage } from './deployment.ts';
import { FROM_THE_START, followFeed, type HeldToken } from './follow-feed.ts';
import { type Reading, violationsOf, type Write } from './history-checker.ts';
import { randomFrom } from './random.ts';
import { readTables } from './task-view.ts';
import { until } from './until.ts';
import { writeTasks } from './write-tasks.ts';

/** Writers and readers at work while something happens to the servers. */
export type Load = {
  writes: Write[];
  /** Resolves when this many more writes have been acknowledged; rejects when they are not in half a minute. */
  acknowledged(count: number): Promise<void>;
  /** Resolves at the next page that any reader is handed. */
  nextPage(): Promise<void>;
  /** Lets the writers end and the readers read to the end. Returns everything that must not have happened. */
  finish(db: Database): Promise<{ violations: string[]; pages: number; readings: Reading[] }>;
};

/** Tokens that are put aside on the way and followed anew in the end, as by a reader who was away for long. */
const HELD_TOKENS = 12;
const HOLD_EVERY = 25;

export const startLoad = (
  stage: Stage,
  {
    addresses,
    cast,
    writers,
    seed,
  }: {
    addresses: Addresses;
    cast: Cast;
    writers: number;
    seed: number;
  },
): Load => {
  const writes: Write[] = [];
  const surprises: string[] = [];
  const held: HeldToken[] = [];
  let pages = 0;
  let page = Promise.withResolvers<void>();

  const [stopWriting, stopReading, gone] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ];
  stage.defer(() => {
    for (const controller of [stopWriting, stopReading, gone]) controller.abort();
  });
  const as = async (userName: PersonName) => {
    // A scenario that failed takes its servers away: nobody calls them for ever.
    gone.signal.throwIfAborted();
    return callerAt(await addresses.pick(), cast, userName);
  };
  const onPage = (token: HeldToken) => {
    if (++pages % HOLD_EVERY === 0) held.push(token);
    page.resolve();
    page = Promise.withResolvers();
  };
  const follow = (
    reader: string,
    from: HeldToken | 'end',
    stop: AbortSignal,
    more: { userName?: PersonName; wait?: number } = {},
  ) =>
    followFeed(
      { reader, from, caller: () => as(more.userName ?? 'erp'), onPage, wait: more.wait ?? 0 },
      stop,
    );

  const writing = Promise.all(
    Array.from({ length: writers }, (_, index) =>
      writeTasks(
        {
          name: `writer${index}`,
          as,
          random: randomFrom(seed + index),
          onWrite: (write) => void writes.push(write),
          onSurprise: (text) => void surprises.push(text),
        },
        stopWriting.signal,
      ),
    ),
  );
  const reading = Promise.all([
    follow('the reader from the start', FROM_THE_START, stopReading.signal),
    // Through the page statement of team readers; all tasks are of one team.
    follow('the reader of a team', FROM_THE_START, stopReading.signal, { userName: 'follower' }),
    follow('the reader from the end, who waits', 'end', stopReading.signal, { wait: 1 }),
  ]);
  // What fails meanwhile is told by finish().
  for (const work of [writing, reading]) work.catch(() => undefined);

  return {
    writes,
    acknowledged: async (count) => {
      const goal = writes.length + count;
      await until(`${count} more acknowledged writes`, () => writes.length >= goal);
    },
    nextPage: () => page.promise,
    finish: async (db) => {
      stopWriting.abort();
      await writing;
      stopReading.abort();
      const sample = held.filter((_, index) => index % Math.ceil(held.length / HELD_TOKENS) === 0);
      const readings = await reading;
      for (const [index, token] of sample.entries()) {
        readings.push(await follow(`the reader with the old token ${index}`, token, AbortSignal.abort()));
      }
      const tables = await readTables(db, cast.organisation.tenantId);
      const found = violationsOf({ writes, readings, tables });
      return {
        violations: [...surprises, ...found.map(({ rule, message }) => `${rule}: ${message}`)],
        pages,
        readings,
      };
    },
  };
};
