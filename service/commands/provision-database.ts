import { provisionAtStart } from '#service/provisioning/provision-at-start.ts';
import { provisionFile } from '#service/provisioning/provision-file.ts';
import type { Operation } from './operation.ts';
import { readMeans } from './read-means.ts';
import type { PrepareOrganisation } from './start.ts';
import { withDatabase } from './with-database.ts';

/** `ronda provision FILE`: brings the file into the database, and stops. */
export const provisionDatabase = (operation: Operation, file: string): Promise<void> =>
  withDatabase(operation, async ({ db }) => {
    const options = { ...(await readMeans(operation.config)), progress: process.stdout };
    for (const line of await provisionFile(db, file, options)) operation.print(line);
  });

/** What `ronda start` does first: PROVISION_FILE, and on an empty database an administrator. */
export const prepareFromFile =
  ({ config, print }: Operation): PrepareOrganisation =>
  async (db, means) => {
    const told = await provisionAtStart(db, means, {
      file: config.provisionFile,
      progress: process.stdout,
    });
    // Told before the service answers: a password that is made once must not be lost when the port is taken.
    told.forEach(print);
    return () => [];
  };
