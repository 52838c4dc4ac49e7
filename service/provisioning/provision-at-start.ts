import type { Database } from '#service/database/connect.ts';
import { ensureFirstAdministrator, isEmpty } from './first-administrator.ts';
import type { ProgressStream } from './progress.ts';
import { provisionFile } from './provision-file.ts';
import type { ProvisionMeans } from './provision-means.ts';

/**
 * What a server does about its organisation before it serves: the file of PROVISION_FILE, at every start; and at the
 * first start of an empty database an administrator, unless the file made one. Returns what is to be told then.
 */
export const provisionAtStart = async (
  db: Database,
  means: ProvisionMeans,
  { file, progress }: { file: string | undefined; progress: ProgressStream },
): Promise<string[]> => {
  const isFirstStart = await isEmpty(db);
  const told = file === undefined ? [] : await provisionFile(db, file, { ...means, progress });
  if (!isFirstStart) return told;
  const administrator = await ensureFirstAdministrator(db, means.passwords);
  if (!administrator) return told;
  const { tenancyName, userName, password } = administrator;
  return [
    ...told,
    `First start: the tenant ${tenancyName} has the administrator ${userName} with the password ${password}`,
    'The password is shown this once; keep it, or set another.',
  ];
};
