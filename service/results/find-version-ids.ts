import type { InspectionListQuery } from '#contract/result.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { findVersion } from './read-version.ts';
import { versionIdGiven } from './result-problems.ts';
import type { ResultScope } from './result-scope.ts';

const FIND_VERSION_IDS = statement('find-version-ids')`
  select version_id, workbook_id from workbook_version
  where tenant_id = $1 and (version_id = any($2::uuid[]) or workbook_id = any($2::uuid[]))`;

/**
 * The workbook versions selected by the query; undefined if it selects none. `workbookId` is the ID of a version, or of a
 * workbook for all its versions, as when starting an inspection; `definitionId` is the ID of a workbook.
 */
export const findVersionIds = async (
  db: Database,
  scope: ResultScope,
  query: Pick<InspectionListQuery, 'workbookId' | 'definitionId'>,
): Promise<string[] | undefined> => {
  const [workbookId, definitionId] = [query.workbookId?.toLowerCase(), query.definitionId?.toLowerCase()];
  if (workbookId === undefined && definitionId === undefined) return undefined;
  const rows = await run(db, FIND_VERSION_IDS, [
    scope.tenantId,
    [workbookId, definitionId].filter((id) => id !== undefined),
  ]);
  const unknown = rows.find(({ version_id }) => version_id === definitionId);
  // Users who cannot see the version must not learn that it exists (decision T19).
  if (unknown) {
    const { version_id: versionId, workbook_id } = unknown;
    if (await findVersion(db, scope, { workbookId: workbook_id, versionId })) {
      throw versionIdGiven(versionId);
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
