import type { Database } from '#service/database/connect.ts';
import { distribute } from '#service/database/distribute.ts';
import type { CommandContext } from './command-context.ts';
import { withDatabase } from './with-database.ts';

/** `ronda migrate`: updates the schema to this version without starting the server. */
export const migrateDatabase = (
  context: CommandContext,
  { distribute: isToBeDistributed = false }: { distribute?: boolean },
): Promise<void> =>
  withDatabase(context, async ({ db }) => {
    if (isToBeDistributed) await distributeTenants(context, db);
    context.print('The database is up to date.');
  });

const PROGRESS_INTERVAL_MS = 5_000;

const distributeTenants = async ({ log, print }: CommandContext, db: Database): Promise<void> => {
  let step = '';
  let startedAt = performance.now();
  const timer = setInterval(() => {
    print(`  ${step}: running for ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }, PROGRESS_INTERVAL_MS);
  try {
    const steps = await distribute(db, {
      onStep: (progress) => {
        step = progress.step;
        startedAt = performance.now();
        print(`Step ${progress.done + 1} of ${progress.total}: ${step}`);
      },
      onWait: (reason) => log.warn(`Waiting to distribute the database: ${reason}`),
    });
    if (steps === 0) print('All tables are distributed already.');
  } finally {
    clearInterval(timer);
  }
};
