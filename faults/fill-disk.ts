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
import { createTaskBody } from './task-revisions.ts';
import { withTimeout } from './with-timeout.ts';

const runCommand = promisify(execFile);
const DISK_MB = 256;
const MIN_REJECTED_WRITES = 20;
const MIN_FULL_MS = 20_000;

/**
 * Fills the disk that holds DATA_DIR under load, and later frees the space again (R6). While the disk is full, requests
 * get 503 with Retry-After, and no acknowledged write is lost. Uses a small tmpfs, which only root can mount.
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
  await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', dataDir]);
  cleanup.defer(async () => void (await runCommand('umount', ['-l', dataDir])));
  const server = await startServer(cleanup, deployment);
  const { db } = openPool(cleanup, deployment.connection);
  const tenant = await createTestTenant(db);
  const load = startLoad(cleanup, { serverUrls: createServerUrls(server.url), tenant, writers: 12, seed });
  const caller = createTenantCaller(server.url, tenant, 'erp');
  const violations: string[] = [];
  await load.waitForWrites(200);

  const fillerPath = join(dataDir, 'filler');
  const { bavail, bsize } = await statfs(dataDir);
  await writeFile(fillerPath, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  onProgress('the disk is full');
  const filledAt = performance.now();
  let [slowestMs, rejectedCount, writtenCount] = [0, 0, 0];
  await waitUntil(
    `${MIN_REJECTED_WRITES} rejected writes and ${MIN_FULL_MS} ms`,
    async () => {
      const requestedAt = performance.now();
      const body = createTaskBody(`on a full disk ${writtenCount + rejectedCount}`, 1);
      const response = await withTimeout(
        'a write',
        caller.post('/api/services/custom/externaltask/post', body),
      );
      slowestMs = Math.max(slowestMs, performance.now() - requestedAt);
      if (response.status === 200 && response.body.success) writtenCount++;
      else if (response.status === 503 && response.headers.get('retry-after') !== null) rejectedCount++;
      else violations.push(`${response.status} ${JSON.stringify(response.body).slice(0, 300)}`);
      const isOver = rejectedCount >= MIN_REJECTED_WRITES && performance.now() - filledAt > MIN_FULL_MS;
      return isOver || violations.length > 0;
    },
    120_000,
  );
  const liveResponse = await caller.get('/health/live');
  if (liveResponse.status !== 200) violations.push(`/health/live returned ${liveResponse.status}`);
  const fullMs = performance.now() - filledAt;

  await rm(fillerPath);
  const freedAt = performance.now();
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
      'full for, s': Math.round(fullMs / 1_000),
      'slowest response, ms': Math.round(slowestMs),
      'working again after, ms': Math.round(performance.now() - freedAt),
    },
  };
};
