import { provisionAtStart } from '#service/provisioning/provision-at-start.ts';
import type { CommandContext } from './command-context.ts';
import { createProvisionDependencies } from './create-provision-dependencies.ts';
import type { PrepareOrganisation } from './start.ts';
import { withDatabase } from './with-database.ts';

/** `ronda provision FILE` */
export const provisionDatabase = (context: CommandContext, file: string): Promise<void> =>
  withDatabase(context, async ({ db }) => {
    const options = { ...(await createProvisionDependencies(context.config)), progress: process.stdout };
    const { provisionFile } = await import('#service/provisioning/provision-file.ts');
    for (const line of await provisionFile(db, file, options)) context.print(line);
  });

/** The first step of `ronda start`: applies PROVISION_FILE and, if the database is empty, creates an administrator. */
export const prepareFromFile =
  ({ config, print }: CommandContext): PrepareOrganisation =>
  async (db, dependencies) => {
    const messages = await provisionAtStart(db, dependencies, {
      file: config.provisionFile,
      progress: process.stdout,
    });
    // Print before listening, so that a generated password is not lost if the port is in use.
    messages.forEach(print);
    return () => [];
  };
