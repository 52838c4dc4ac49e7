import { readFile, readlink, realpath } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';

/** A crash leaves postmaster.pid behind. `startedAt` is in seconds. */
type PostmasterFile = { id: number; startedAt: number; port: number };

export const readPostmasterFile = async (clusterFolder: string): Promise<PostmasterFile | undefined> => {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const id = Number(lines[0]);
  return id > 0 ? { id, startedAt: Number(lines[2]), port: Number(lines[3]) } : undefined;
};

/** Returns the process ID of a running postmaster, ready or not. */
export const findPostmasterProcess = async (clusterFolder: string): Promise<number | undefined> => {
  const file = await readPostmasterFile(clusterFolder);
  if (file === undefined || !(await isPostmaster(clusterFolder, file.id))) return undefined;
  return !isLinux() && file.startedAt < Date.now() / 1000 - uptime() ? undefined : file.id;
};

/** After a crash, another process may have the same ID. This is detectable only on Linux. */
export const isPostmaster = async (clusterFolder: string, id: number): Promise<boolean> => {
  try {
    process.kill(id, 0);
    // PostgreSQL's working directory is its cluster. A zombie process has no working directory.
    return !isLinux() || (await readlink(`/proc/${id}/cwd`)) === (await realpath(clusterFolder));
  } catch (error) {
    // Another account owns the process, so its working directory is not visible.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
};

const isLinux = (): boolean => process.platform === 'linux';
