import type { WorkbookVersion } from '#contract/workbook-management.ts';
import type { Database } from '#service/database/connect.ts';
import { findRow, run, type Statement, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseFields } from './parse-fields.ts';
import { versionNotFound } from './workbook-problems.ts';
import { selectDeletion, VERSION_COLUMNS } from './workbook-queries.ts';

const COLUMNS = `
  ${VERSION_COLUMNS},
  ${selectDeletion('(select user_name from app_user where tenant_id = $1 and user_id = workbook_version.deleted_by)')},
  workbook_version.revision`;

type VersionColumns = { creationTime: string };

const LIST_VERSIONS = statement('list-versions')`
  select ${COLUMNS} from workbook_version
  where tenant_id = $1 and workbook_id = $2 and ($3::integer is null or version_code < $3)
  order by version_code desc limit $4::integer + 1`.narrow<VersionColumns>();

/** Lists up to `limit` + 1 versions, newest first, including deleted ones. */
export const listVersions = (
  db: Database,
  tenantId: number,
  workbookId: string,
  { belowVersionCode = null, limit = null }: { belowVersionCode?: number | null; limit?: number | null } = {},
): Promise<WorkbookVersion[]> => run(db, LIST_VERSIONS, [tenantId, workbookId, belowVersionCode, limit]);

type VersionKey = { tenantId: number; workbookId: string; versionId: string };

const READ_VERSION = statement('read-version')`
  select ${COLUMNS} from workbook_version
  where tenant_id = $1 and workbook_id = $2 and version_id = $3`.narrow<VersionColumns>();

/** Includes deleted versions. Throws if the workbook has no such version. */
export const readVersion = (db: Database, key: VersionKey): Promise<WorkbookVersion> =>
  findVersion(db, READ_VERSION, key);

const READ_VERSION_WITH_FIELDS = statement('read-version-with-fields')`
  select ${COLUMNS}, fields::text from workbook_version
  where tenant_id = $1 and workbook_id = $2 and version_id = $3`.narrow<
  VersionColumns & { fields: string }
>();

export const readVersionWithFields = async (
  db: Database,
  key: VersionKey,
): Promise<{ version: WorkbookVersion; fields: string }> => {
  const { fields, ...version } = await findVersion(db, READ_VERSION_WITH_FIELDS, key);
  return { version, fields };
};

const findVersion = async <Row>(
  db: Database,
  select: Statement<Row>,
  { tenantId, workbookId, versionId }: VersionKey,
): Promise<Row> => {
  if (!isUuid(workbookId) || !isUuid(versionId)) throw versionNotFound(versionId);
  const row = await findRow(db, select, [tenantId, workbookId, versionId]);
  if (!row) throw versionNotFound(versionId);
  return row;
};

const SELECT_COMPARED = `
  select version_id, version, version_code, fields::text from workbook_version
  where tenant_id = $1 and workbook_id = $2 and `;
const FIND_COMPARED_BY_ID = statement(
  'find-compared-version-by-id',
)`${SELECT_COMPARED} version_id = $3`.narrow<ComparedColumns>();
const FIND_COMPARED_BY_CODE = statement(
  'find-compared-version-by-code',
)`${SELECT_COMPARED} version_code = $3`.narrow<ComparedColumns>();
type ComparedColumns = { fields: string };

export const findComparedVersion = async (
  db: Database,
  { tenantId, workbookId }: { tenantId: number; workbookId: string },
  reference: { id: string } | { versionCode: number },
) => {
  const [row] =
    'id' in reference
      ? await run(db, FIND_COMPARED_BY_ID, [tenantId, workbookId, reference.id])
      : await run(db, FIND_COMPARED_BY_CODE, [tenantId, workbookId, reference.versionCode]);
  return row && { ...row, fields: await parseFields<unknown[]>(row.fields) };
};
