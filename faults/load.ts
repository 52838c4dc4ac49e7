import type { Database } from '#service/database/connect.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, createTenantCaller, type PersonName, type TestTenant } from './deployment.ts';
import { FROM_THE_START, followFeed, type SavedToken } from './follow-feed.ts';
import { type FeedReading, findViolations, type Write } from './history-checker.ts';
import { createRandom } from './random.ts';
import type { ServerUrls } from './server-urls.ts';
import { readTables } from './task-view.ts';
import { writeTasks } from './write-tasks.ts';

/** Writers and readers that use the servers while a scenario injects faults. */
export type Load = {
  writes: Write[];
  /** Resolves when another `count` writes have been acknowledged. Rejects after half a minute. */
  waitForWrites(count: number): Promise<void>;
  /** Resolves when any reader gets its next page. */
  waitForPage(): Promise<void>;
  /** Stops the writers, lets the readers finish reading, and returns all violations. */
  finish(db: Database): Promise<{ violations: string[]; pages: number; readings: FeedReading[] }>;
};

/**
 * At most how many saved tokens are followed at the end, as if by readers that were offline for a long time.
 */
const FOLLOWED_TOKENS = 12;
/** The number of pages after which the next token is saved. */
const SAVE_EVERY = 25;

export const startLoad = (
  cleanup: Cleanup,
  {
    serverUrls,
    tenant,
    writers,
    seed,
  }: {
    serverUrls: ServerUrls;
    tenant: TestTenant;
    writers: number;
    seed: number;
  },
): Load => {
  const writes: Write[] = [];
  const unexpected: string[] = [];
  const savedTokens: SavedToken[] = [];
  let pages = 0;
  let page = Promise.withResolvers<void>();

  const [stopWriting, stopReading, abandoned] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ];
  cleanup.defer(() => {
    for (const controller of [stopWriting, stopReading, abandoned]) controller.abort();
  });
  const createCallerAs = async (userName: PersonName) => {
    // After a failed scenario no servers are running, so retries would never end.
    abandoned.signal.throwIfAborted();
    return createTenantCaller(await serverUrls.pick(), tenant, userName);
  };
  const onPage = (token: SavedToken) => {
    if (++pages % SAVE_EVERY === 0) savedTokens.push(token);
    page.resolve();
    page = Promise.withResolvers();
  };
  const follow = (
    reader: string,
    from: SavedToken | 'end',
    signal: AbortSignal,
    options: { userName?: PersonName; wait?: number } = {},
  ) =>
    followFeed(
      {
        reader,
        from,
        caller: () => createCallerAs(options.userName ?? 'erp'),
        onPage,
        wait: options.wait ?? 0,
      },
      signal,
    );

  const writing = Promise.all(
    Array.from({ length: writers }, (_, index) =>
      writeTasks(
        {
          name: `writer${index}`,
          createCallerAs,
          random: createRandom(seed + index),
          onWrite: (write) => void writes.push(write),
          onUnexpected: (message) => void unexpected.push(message),
        },
        stopWriting.signal,
      ),
    ),
  );
  const reading = Promise.all([
    follow('the reader that started at the beginning', FROM_THE_START, stopReading.signal),
    // Uses the SQL for readers that see only their own teams. All tasks belong to this reader's team.
    follow('the single-team reader', FROM_THE_START, stopReading.signal, { userName: 'follower' }),
    follow('the waiting reader that started at the end', 'end', stopReading.signal, { wait: 1 }),
  ]);
  // finish() throws these errors.
  for (const work of [writing, reading]) work.catch(() => undefined);

  return {
    writes,
    waitForWrites: async (count) => {
      const expectedCount = writes.length + count;
      await waitUntil(`${count} more acknowledged writes`, () => writes.length >= expectedCount);
    },
    waitForPage: () => page.promise,
    finish: async (db) => {
      stopWriting.abort();
      await writing;
      stopReading.abort();
      const selectedTokens = savedTokens.filter(
        (_, index) => index % Math.ceil(savedTokens.length / FOLLOWED_TOKENS) === 0,
      );
      const readings = await reading;
      for (const [index, token] of selectedTokens.entries()) {
        readings.push(
          await follow(`the reader that continued from saved token ${index}`, token, AbortSignal.abort()),
        );
      }
      const tables = await readTables(db, tenant.organisation.tenantId);
      const violations = findViolations({ writes, readings, tables });
      return {
        violations: [...unexpected, ...violations.map(({ rule, message }) => `${rule}: ${message}`)],
        pages,
        readings,
      };
    },
  };
};
