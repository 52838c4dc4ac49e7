import type { Database } from '#service/database/connect.ts';
import { type ProgressStream, showProgress } from './progress.ts';
import { provision } from './provision.ts';
import type { ProvisionDependencies } from './provision-dependencies.ts';
import { readSource } from './read-source.ts';
import { formatSummary } from './summary.ts';

/** Applies a file from disk, showing progress, and returns the lines to print. */
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
