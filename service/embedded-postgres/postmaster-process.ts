import { readFile, readlink, realpath } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

/** A crash leaves postmaster.pid behind. `startedAt` is in seconds. */
type PostmasterFile = { id: number; startedAt: number; port: number };

export const readPostmasterFile = async (cluster: string): Promise<PostmasterFile | undefined> => {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const id = Number(lines[0]);
  return id > 0 ? { id, startedAt: Number(lines[2]), port: Number(lines[3]) } : undefined;
};

/** Returns the process ID of a postmaster that is running, ready or not. */
export const findPostmasterProcess = async (cluster: string): Promise<number | undefined> => {
  const file = await readPostmasterFile(cluster);
  if (file === undefined || !(await isPostmaster(cluster, file.id))) return undefined;
  return !isLinux() && file.startedAt < Date.now() / 1000 - uptime() ? undefined : file.id;
};

/** After a crash, another process may have the same ID, which can be detected only on Linux. */
export const isPostmaster = async (cluster: string, id: number): Promise<boolean> => {
  try {
    process.kill(id, 0);
    // PostgreSQL's working directory is its cluster. A zombie process has no working directory.
    return !isLinux() || (await readlink(`/proc/${id}/cwd`)) === (await realpath(cluster));
  } catch (error) {
    // The process belongs to another account, so its working directory is not visible.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
};

const isLinux = (): boolean => process.platform === 'linux';
