import { prepareDemo } from '#service/demo/prepare-demo.ts';
import { openFiles } from '#service/files/open-files.ts';
import type { CommandContext } from './command-context.ts';
import type { PrepareOrganisation } from './start.ts';

/**
 * The first step of `ronda demo`: creates the demo organisation if it does not exist, and returns hints for
 * exploring it.
 */
export const prepareDemoOrganisation =
  ({ config: { dataDir, files: location } }: CommandContext): PrepareOrganisation =>
  async (db, dependencies) => {
    const files = await openFiles(location);
    try {
      return await prepareDemo(db, {
        ...dependencies,
        dataDir,
        files,
        now: new Date(),
        progress: process.stdout,
      });
    } finally {
      files.close();
    }
  };
