import { execFile } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAddresses } from './addresses.ts';
import { callerAt, castIn, deploy, openPool, type Stage } from './deployment.ts';
import { startLoad } from './load.ts';
import type { Outcome, Tell } from './outcome.ts';
import { errorsOf, startServer } from './server-process.ts';
import { draftAt } from './task-view.ts';
import { inTime, until } from './until.ts';

const run = promisify(execFile);
const DISK_MB = 256;
const REFUSALS = 20;
const FULL_FOR_MS = 20_000;

/**
 * The disk of DATA_DIR is full under load, and has room again later (R6): callers are told to come back, nothing
 * acknowledged is lost. Takes a disk of its own, which only root may mount.
 */
export const fillDisk = async (stage: Stage, { seed }: { seed: number }, tell: Tell): Promise<Outcome> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return { violations: [], figures: { 'not played': 'root on Linux may mount a small disk' } };
  }
  const deployment = await deploy(stage);
  const { dataDir } = deployment;
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', dataDir]);
  stage.defer(async () => void (await run('umount', ['-l', dataDir])));
  const server = await startServer(stage, deployment);
  const { db } = openPool(stage, deployment.connection);
  const cast = await castIn(db);
  const load = startLoad(stage, { addresses: createAddresses(server.url), cast, writers: 12, seed });
  const caller = callerAt(server.url, cast, 'erp');
  const violations: string[] = [];
  await load.acknowledged(200);

  const filler = join(dataDir, 'filler');
  const { bavail, bsize } = await statfs(dataDir);
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  tell('the disk is full');
  const fullAt = performance.now();
  let [slowest, refused, written] = [0, 0, 0];
  await until(
    `${REFUSALS} refused writes and ${FULL_FOR_MS} ms`,
    async () => {
      const askedAt = performance.now();
      const body = draftAt(`on a full disk ${written + refused}`, 1);
      const answer = await inTime('a write', caller.post('/api/services/custom/externaltask/post', body));
      slowest = Math.max(slowest, performance.now() - askedAt);
      if (answer.status === 200 && answer.body.success) written++;
      else if (answer.status === 503 && answer.headers.get('retry-after') !== null) refused++;
      else violations.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      const isOver = refused >= REFUSALS && performance.now() - fullAt > FULL_FOR_MS;
      return isOver || violations.length > 0;
    },
    120_000,
  );
  const live = await caller.get('/health/live');
  if (live.status !== 200) violations.push(`/health/live answered ${live.status}`);
  const fullFor = performance.now() - fullAt;

  await rm(filler);
  const freeAt = performance.now();
  await until('the server is ready again', async () => (await caller.get('/health/ready')).status === 200);
  await load.acknowledged(200);
  const { violations: found, pages } = await load.finish(db);
  return {
    violations: [...violations, ...errorsOf(server), ...found],
    figures: {
      writes: load.writes.length,
      pages,
      'full for, s': Math.round(fullFor / 1_000),
      'slowest answer, ms': Math.round(slowest),
      'working again after, ms': Math.round(performance.now() - freeAt),
    },
  };
};
