import type { Database } from '#service/database/connect.ts';
import { type ProgressStream, showProgress } from './progress.ts';
import { provision } from './provision.ts';
import type { ProvisionMeans } from './provision-means.ts';
import { readSource } from './read-source.ts';
import { summaryLines } from './summary.ts';

/** Provisions from a file on disk, showing progress, and returns what is to be told about it. */
export const provisionFile = async (
  db: Database,
  path: string,
  { progress, ...means }: ProvisionMeans & { progress: ProgressStream },
): Promise<string[]> => {
  const source = await readSource(path);
  const { onProgress, end } = showProgress(progress, Date.now);
  try {
    const summary = await provision(db, source, { ...means, onProgress });
    return summaryLines(summary).map((line) => `${path}: ${line}`);
  } finally {
    end();
  }
};
