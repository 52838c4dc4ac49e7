import { execFile } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '#service/testing/wait-until.ts';
import { type Cleanup, createTenantCaller, createTestTenant, deploy, openPool } from './deployment.ts';
import { startLoad } from './load.ts';
import type { OnProgress, Outcome } from './outcome.ts';
import { findErrors, startServer } from './server-process.ts';
import { createServerUrls } from './server-urls.ts';
import { createTaskBody } from './task-view.ts';
import { withTimeout } from './with-timeout.ts';

const run = promisify(execFile);
const DISK_MB = 256;
const REJECTED_WRITES = 20;
const FULL_FOR_MS = 20_000;

/**
 * The disk that holds DATA_DIR fills up under load and later has space again (R6). Requests get 503 with Retry-After,
 * and no acknowledged write is lost. Uses a small separate disk, which only root can mount.
 */
export const fillDisk = async (
  cleanup: Cleanup,
  { seed }: { seed: number },
  onProgress: OnProgress,
): Promise<Outcome> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return { violations: [], figures: { skipped: 'only root on Linux can mount a small disk' } };
  }
  const deployment = await deploy(cleanup);
  const { dataDir } = deployment;
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', dataDir]);
  cleanup.defer(async () => void (await run('umount', ['-l', dataDir])));
  const server = await startServer(cleanup, deployment);
  const { db } = openPool(cleanup, deployment.connection);
  const tenant = await createTestTenant(db);
  const load = startLoad(cleanup, { serverUrls: createServerUrls(server.url), tenant, writers: 12, seed });
  const caller = createTenantCaller(server.url, tenant, 'erp');
  const violations: string[] = [];
  await load.waitForWrites(200);

  const filler = join(dataDir, 'filler');
  const { bavail, bsize } = await statfs(dataDir);
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  onProgress('the disk is full');
  const fullAt = performance.now();
  let [slowest, rejected, written] = [0, 0, 0];
  await waitUntil(
    `${REJECTED_WRITES} rejected writes and ${FULL_FOR_MS} ms`,
    async () => {
      const requestedAt = performance.now();
      const body = createTaskBody(`on a full disk ${written + rejected}`, 1);
      const response = await withTimeout(
        'a write',
        caller.post('/api/services/custom/externaltask/post', body),
      );
      slowest = Math.max(slowest, performance.now() - requestedAt);
      if (response.status === 200 && response.body.success) written++;
      else if (response.status === 503 && response.headers.get('retry-after') !== null) rejected++;
      else violations.push(`${response.status} ${JSON.stringify(response.body).slice(0, 300)}`);
      const isOver = rejected >= REJECTED_WRITES && performance.now() - fullAt > FULL_FOR_MS;
      return isOver || violations.length > 0;
    },
    120_000,
  );
  const live = await caller.get('/health/live');
  if (live.status !== 200) violations.push(`/health/live returned ${live.status}`);
  const fullFor = performance.now() - fullAt;

  await rm(filler);
  const freeAt = performance.now();
  await waitUntil(
    'the server is ready again',
    async () => (await caller.get('/health/ready')).status === 200,
  );
  await load.waitForWrites(200);
  const { violations: loadViolations, pages } = await load.finish(db);
  return {
    violations: [...violations, ...findErrors(server), ...loadViolations],
    figures: {
      writes: load.writes.length,
      pages,
      'full for, s': Math.round(fullFor / 1_000),
      'slowest response, ms': Math.round(slowest),
      'working again after, ms': Math.round(performance.now() - freeAt),
    },
  };
};
