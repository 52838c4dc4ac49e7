import type { Database } from '#service/database/connect.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, createTenantCaller, type TestTenant, type TestUserName } from './deployment.ts';
import { FEED_START, followFeed, type SavedToken } from './follow-feed.ts';
import { type FeedReading, findViolations, type Write } from './history-checker.ts';
import { createRandom } from './random.ts';
import type { ServerUrls } from './server-urls.ts';
import { readTables } from './task-revisions.ts';
import { writeTasks } from './write-tasks.ts';

export type Load = {
  writes: Write[];
  /** Resolves when another `count` writes have been acknowledged. Rejects after half a minute. */
  waitForWrites(count: number): Promise<void>;
  /** Resolves when any reader gets its next page. */
  waitForPage(): Promise<void>;
  /** Stops the writers, lets the readers finish reading, and returns all violations. */
  finish(db: Database): Promise<{ violations: string[]; pages: number; readings: FeedReading[] }>;
};

/** The maximum number of saved tokens followed at the end, simulating readers that were offline for a long time. */
const MAX_FOLLOWED_TOKENS = 12;
/** A token is saved each time the readers together have read this many pages. */
const PAGES_PER_SAVED_TOKEN = 25;

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
  const unexpectedResponses: string[] = [];
  const savedTokens: SavedToken[] = [];
  let pages = 0;
  let nextPage = Promise.withResolvers<void>();

  const [stopWriting, stopReading, abandonLoad] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ];
  cleanup.defer(() => {
    for (const controller of [stopWriting, stopReading, abandonLoad]) controller.abort();
  });
  const createCallerAs = async (userName: TestUserName) => {
    // After a failed scenario, no server is running, so retries would never end.
    abandonLoad.signal.throwIfAborted();
    return createTenantCaller(await serverUrls.pick(), tenant, userName);
  };
  const onPage = (token: SavedToken) => {
    if (++pages % PAGES_PER_SAVED_TOKEN === 0) savedTokens.push(token);
    nextPage.resolve();
    nextPage = Promise.withResolvers();
  };
  const follow = (
    reader: string,
    from: SavedToken | 'end',
    signal: AbortSignal,
    options: { userName?: TestUserName; wait?: number } = {},
  ) =>
    followFeed(
      {
        reader,
        from,
        getCaller: () => createCallerAs(options.userName ?? 'erp'),
        onPage,
        wait: options.wait ?? 0,
      },
      signal,
    );

  const writePromise = Promise.all(
    Array.from({ length: writers }, (_, index) =>
      writeTasks(
        {
          name: `writer${index}`,
          createCallerAs,
          random: createRandom(seed + index),
          onWrite: (write) => void writes.push(write),
          onUnexpected: (message) => void unexpectedResponses.push(message),
        },
        stopWriting.signal,
      ),
    ),
  );
  const readPromise = Promise.all([
    follow('the reader that started at the beginning', FEED_START, stopReading.signal),
    // Exercises the SQL for readers that see only their own teams. All tasks are in this reader's team.
    follow('the single-team reader', FEED_START, stopReading.signal, { userName: 'follower' }),
    follow('the waiting reader that started at the end', 'end', stopReading.signal, { wait: 1 }),
  ]);
  // Prevents unhandled rejections. finish() throws the errors.
  for (const promise of [writePromise, readPromise]) promise.catch(() => undefined);

  return {
    writes,
    waitForWrites: async (count) => {
      const expectedCount = writes.length + count;
      await waitUntil(`${count} more acknowledged writes`, () => writes.length >= expectedCount);
    },
    waitForPage: () => nextPage.promise,
    finish: async (db) => {
      stopWriting.abort();
      await writePromise;
      stopReading.abort();
      const selectedTokens = savedTokens.filter(
        (_, index) => index % Math.ceil(savedTokens.length / MAX_FOLLOWED_TOKENS) === 0,
      );
      const readings = await readPromise;
      for (const [index, token] of selectedTokens.entries()) {
        readings.push(
          await follow(`the reader that continued from saved token ${index}`, token, AbortSignal.abort()),
        );
      }
      const tables = await readTables(db, tenant.organisation.tenantId);
      const violations = findViolations({ writes, readings, tables });
      return {
        violations: [...unexpectedResponses, ...violations.map(({ rule, message }) => `${rule}: ${message}`)],
        pages,
        readings,
      };
    },
  };
};
