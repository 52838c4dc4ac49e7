import type { Database } from '#service/database/connect.ts';
import { ensureFirstAdministrator, isDatabaseEmpty } from './first-administrator.ts';
import type { ProgressStream } from './progress.ts';
import type { ProvisionDependencies } from './provision-dependencies.ts';

/** Applies PROVISION_FILE. If the database was empty, adds an administrator unless the file contains one. */
export const provisionAtStart = async (
  db: Database,
  dependencies: ProvisionDependencies,
  { file, progress }: { file: string | undefined; progress: ProgressStream },
): Promise<string[]> => {
  const isFirstStart = await isDatabaseEmpty(db);
  const lines: string[] = [];
  if (file !== undefined) {
    const { provisionFile } = await import('./provision-file.ts');
    lines.push(...(await provisionFile(db, file, { ...dependencies, progress })));
  }
  if (!isFirstStart) return lines;
  const administrator = await ensureFirstAdministrator(db, dependencies.passwords);
  if (!administrator) return lines;
  const { tenancyName, userName, password } = administrator;
  return [
    ...lines,
    `First start: created the tenant ${tenancyName} and the administrator ${userName} with the password ${password}`,
    'Store the password now. It is not shown again.',
  ];
};
