import { prepareDemo } from '#service/demo/prepare-demo.ts';
import type { Operation } from './operation.ts';
import type { PrepareOrganisation } from './start.ts';

/** What `ronda demo` does first: the demo organisation, once, and what one needs to look around in it. */
export const prepareDemoOrganisation =
  ({ config }: Operation): PrepareOrganisation =>
  (db, passwords) =>
    prepareDemo(db, { passwords, dataDir: config.dataDir, now: new Date(), progress: process.stdout });
