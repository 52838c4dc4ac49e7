import { prepareDemo } from '#service/demo/prepare-demo.ts';
import { openFiles } from '#service/files/open-files.ts';
import type { CommandContext } from './command-context.ts';
import type { PrepareOrganisation } from './start.ts';

/** The first step of `ronda demo`. */
export const prepareDemoOrganisation =
  ({ config: { dataDir, files: location } }: CommandContext): PrepareOrganisation =>
  async (db, dependencies) => {
    const files = await openFiles(location);
    try {
      const settings = { dataDir, files, now: new Date(), progress: process.stdout };
      return await prepareDemo(db, { ...dependencies, ...settings });
    } finally {
      files.close();
    }
  };
