import { readFile } from 'node:fs/promises';

/** Returns a process's resident memory in MiB, or 0 on systems without /proc. */
export const readResidentMemory = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
};
