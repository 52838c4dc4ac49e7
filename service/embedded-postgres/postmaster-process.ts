import { readFile, readlink, realpath } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

/** What postmaster.pid says, which a crash leaves behind. `startedAt` is in seconds. */
type PostmasterFile = { id: number; startedAt: number; port: number };

export const readPostmasterFile = async (cluster: string): Promise<PostmasterFile | undefined> => {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const id = Number(lines[0]);
  return id > 0 ? { id, startedAt: Number(lines[2]), port: Number(lines[3]) } : undefined;
};

/** The id of the cluster's living postmaster, ready or not. */
export const findPostmasterProcess = async (cluster: string): Promise<number | undefined> => {
  const file = await readPostmasterFile(cluster);
  if (file === undefined || !(await isPostmaster(cluster, file.id))) return undefined;
  return !isLinux() && file.startedAt < Date.now() / 1000 - uptime() ? undefined : file.id;
};

/**
 * Whether the process lives and is the cluster's postmaster, and not a stranger that was given its id after a crash.
 * Only Linux tells these apart. Elsewhere an id is taken for good unless it is older than the start of the machine.
 */
export const isPostmaster = async (cluster: string, id: number): Promise<boolean> => {
  try {
    process.kill(id, 0);
    // PostgreSQL works in its cluster. A process that has ended, but was not collected yet, works nowhere.
    return !isLinux() || (await readlink(`/proc/${id}/cwd`)) === (await realpath(cluster));
  } catch (error) {
    // Another account's process, whose folder this one may not see.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
};

const isLinux = (): boolean => process.platform === 'linux';
