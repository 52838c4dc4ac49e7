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

/** Returns the id of the cluster's running postmaster, whether or not it is ready. */
export const findPostmasterProcess = async (cluster: string): Promise<number | undefined> => {
  const file = await readPostmasterFile(cluster);
  if (file === undefined || !(await isPostmaster(cluster, file.id))) return undefined;
  return !isLinux() && file.startedAt < Date.now() / 1000 - uptime() ? undefined : file.id;
};

/**
 * Returns true if the process is running and is the cluster's postmaster, and not another process that received its id
 * after a crash. Only Linux can distinguish them. On other systems the id is trusted unless it is older than the start
 * of the machine.
 */
export const isPostmaster = async (cluster: string, id: number): Promise<boolean> => {
  try {
    process.kill(id, 0);
    // PostgreSQL's working directory is its cluster. A process that has ended but was not reaped has no working
    // directory.
    return !isLinux() || (await readlink(`/proc/${id}/cwd`)) === (await realpath(cluster));
  } catch (error) {
    // A process of another account, whose working directory is not visible.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
};

const isLinux = (): boolean => process.platform === 'linux';
