import { prepareDemo } from '#service/demo/prepare-demo.ts';
import { openFiles } from '#service/files/open-files.ts';
import type { Operation } from './operation.ts';
import type { PrepareOrganisation } from './start.ts';

/** What `ronda demo` does first: the demo organisation, once, and what one needs to look around in it. */
export const prepareDemoOrganisation =
  ({ config: { dataDir, files: place } }: Operation): PrepareOrganisation =>
  async (db, means) => {
    const files = await openFiles(place);
    try {
      return await prepareDemo(db, { ...means, dataDir, files, now: new Date(), progress: process.stdout });
    } finally {
      files.close();
    }
  };
