import type { InspectionListQuery } from '#contract/result.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { findVersion } from './read-version.ts';
import { versionInsteadOfWorkbook } from './result-problems.ts';
import type { ResultScope } from './result-scope.ts';

/**
 * The versions by which inspections are asked for; undefined when any will do. `workbookId` is a version's id, or a
 * workbook's for all of its versions, as where an inspection is started; `definitionId` a workbook's.
 */
export const findVersionIds = async (
  db: Database,
  scope: ResultScope,
  asked: Pick<InspectionListQuery, 'workbookId' | 'definitionId'>,
): Promise<string[] | undefined> => {
  const [workbookId, definitionId] = [asked.workbookId?.toLowerCase(), asked.definitionId?.toLowerCase()];
  if (workbookId === undefined && definitionId === undefined) return undefined;
  const rows = await run<{ version_id: string; workbook_id: string }>(
    db,
    `select version_id, workbook_id from workbook_version
     where tenant_id = $1 and (version_id = any($2::uuid[]) or workbook_id = any($2::uuid[]))`,
    [scope.tenantId, [workbookId, definitionId].filter((id) => id !== undefined)],
  );
  const mistaken = rows.find(({ version_id }) => version_id === definitionId);
  // Who may not see the version is not told that there is one (decision T19).
  if (mistaken) {
    const { version_id: versionId, workbook_id } = mistaken;
    if (await findVersion(db, scope, { workbookId: workbook_id, versionId })) {
      throw versionInsteadOfWorkbook(versionId);
    }
  }
  return rows
    .filter(
      ({ version_id, workbook_id }) =>
        (workbookId === undefined || version_id === workbookId || workbook_id === workbookId) &&
        (definitionId === undefined || workbook_id === definitionId),
    )
    .map(({ version_id }) => version_id);
};
