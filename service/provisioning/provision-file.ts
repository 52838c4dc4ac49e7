import { readFile, stat } from 'node:fs/promises';
import type { Database } from '#service/database/connect.ts';
import type { ProvisionSource } from './check-file.ts';
import { type ProgressStream, showProgress } from './progress.ts';
import { provision } from './provision.ts';
import type { ProvisionDependencies } from './provision-dependencies.ts';
import { fileTooLarge, unreadableFile } from './provision-problems.ts';
import { formatSummary } from './summary.ts';

export const provisionFile = async (
  db: Database,
  path: string,
  { progress, ...dependencies }: ProvisionDependencies & { progress: ProgressStream },
): Promise<string[]> => {
  const source = await readSource(path);
  const { onProgress, end } = showProgress(progress, Date.now);
  try {
    const summary = await provision(db, source, { ...dependencies, onProgress });
    return formatSummary(summary).map((line) => `${path}: ${line}`);
  } finally {
    end();
  }
};

/** A file of this size can contain about 1.5 million items, which need 2.4 GB of memory and about five minutes. */
const MAX_FILE_BYTES = 256 * 1024 ** 2;

const readSource = async (path: string): Promise<ProvisionSource> => {
  const { size } = await stat(path).catch((error: Error) => {
    throw unreadableFile(path, error.message);
  });
  if (size > MAX_FILE_BYTES) throw fileTooLarge(path, size, MAX_FILE_BYTES);
  const bytes = await readFile(path).catch((error: Error) => {
    throw unreadableFile(path, error.message);
  });
  try {
    return { name: path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw unreadableFile(path, 'it is not UTF-8 text.');
  }
};
