import type { InspectionListQuery } from '#contract/result.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { findVersion } from './find-version.ts';
import { definitionIdBelongsToVersion } from './result-problems.ts';
import type { ResultScope } from './result-scope.ts';

const FIND_VERSION_IDS = statement('find-version-ids')`
  select version_id, workbook_id from workbook_version
  where tenant_id = $1 and (version_id = any($2::uuid[]) or workbook_id = any($2::uuid[]))`;

/** Returns undefined if all versions are selected. `workbookId` is the ID of a version or a workbook. */
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
  const version = rows.find(({ version_id }) => version_id === definitionId);
  // Users who cannot see the version must not learn that it exists (decision T19).
  if (version && (await findVersion(db, scope, version.workbook_id, version.version_id))) {
    throw definitionIdBelongsToVersion(version.version_id);
  }
  return rows
    .filter(
      ({ version_id, workbook_id }) =>
        (workbookId === undefined || version_id === workbookId || workbook_id === workbookId) &&
        (definitionId === undefined || workbook_id === definitionId),
    )
    .map(({ version_id }) => version_id);
};
