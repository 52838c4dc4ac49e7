import { readFile, readlink, realpath } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

/** The contents of postmaster.pid, which remains after a crash. `startedAt` is in seconds. */
type PostmasterFile = { id: number; startedAt: number; port: number };

export const readPostmasterFile = async (cluster: string): Promise<PostmasterFile | undefined> => {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const id = Number(lines[0]);
  return id > 0 ? { id, startedAt: Number(lines[2]), port: Number(lines[3]) } : undefined;
};

/** Returns the process ID of the cluster's postmaster if it is running, whether or not it is ready. */
export const findPostmasterProcess = async (cluster: string): Promise<number | undefined> => {
  const file = await readPostmasterFile(cluster);
  if (file === undefined || !(await isPostmaster(cluster, file.id))) return undefined;
  return !isLinux() && file.startedAt < Date.now() / 1000 - uptime() ? undefined : file.id;
};

/**
 * Returns true if the process is the running postmaster of the cluster, and not another process with the same ID after a
 * crash. Only Linux can distinguish them. On other systems the ID is trusted unless it is older than the last boot.
 */
export const isPostmaster = async (cluster: string, id: number): Promise<boolean> => {
  try {
    process.kill(id, 0);
    // The working directory of PostgreSQL is its cluster. A zombie process has no working directory.
    return !isLinux() || (await readlink(`/proc/${id}/cwd`)) === (await realpath(cluster));
  } catch (error) {
    // A process of another account, whose working directory is not visible.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
};

const isLinux = (): boolean => process.platform === 'linux';
