import type { WorkbookVersion } from '#contract/workbook-management.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, type Statement, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseFields } from './parse-fields.ts';
import { versionNotFound } from './workbook-problems.ts';

type VersionRow = RowOf<typeof READ_VERSION>;

const COLUMNS = `
  workbook_version.version_id, workbook_version.workbook_id, workbook_version.version, workbook_version.version_code,
  workbook_version.title, workbook_version.description, workbook_version.is_published, workbook_version.created_at,
  workbook_version.is_deleted, workbook_version.deleted_at, workbook_version.revision,
  (select user_name from app_user where tenant_id = $1 and user_id = workbook_version.deleted_by) as deleted_by`;

const presentVersion = (row: VersionRow): WorkbookVersion => ({
  id: row.version_id,
  definitionId: row.workbook_id,
  version: row.version,
  versionCode: row.version_code,
  title: row.title,
  description: row.description,
  isPublished: row.is_published,
  creationTime: row.created_at.toISOString(),
  isDeleted: row.is_deleted,
  deletionTime: row.deleted_at?.toISOString() ?? null,
  deleterUser: row.deleted_by,
  revision: row.revision,
});

const LIST_VERSIONS = statement('list-versions')`
  select ${COLUMNS} from workbook_version
  where tenant_id = $1 and workbook_id = $2 and ($3::integer is null or version_code < $3)
  order by version_code desc limit $4::integer + 1`;

/** Lists versions below a versionCode, newest first, including deleted ones: `limit` plus one, or all. */
export const listVersions = async (
  db: Database,
  tenantId: number,
  workbookId: string,
  { below, limit }: { below: number | null; limit: number | null } = { below: null, limit: null },
): Promise<WorkbookVersion[]> => {
  const rows = await run(db, LIST_VERSIONS, [tenantId, workbookId, below, limit]);
  return rows.map(presentVersion);
};

/** Identifies a version by its own ID and its workbook's. */
export type VersionKey = { tenantId: number; workbookId: string; versionId: string };

const READ_VERSION = statement('read-version')`
  select ${COLUMNS} from workbook_version
  where tenant_id = $1 and workbook_id = $2 and version_id = $3`;

/** Reads a version, even if it has been deleted. Throws if the workbook has no such version. */
export const readVersion = async (db: Database, key: VersionKey): Promise<WorkbookVersion> =>
  presentVersion(await findVersion(db, READ_VERSION, key));

const READ_WITH_FIELDS = statement('read-version-with-fields')`
  select ${COLUMNS}, fields::text from workbook_version
  where tenant_id = $1 and workbook_id = $2 and version_id = $3`.narrow<{ fields: string }>();

/** Reads a version, with its fields as JSON. */
export const readVersionWithFields = async (
  db: Database,
  key: VersionKey,
): Promise<{ version: WorkbookVersion; fields: string }> => {
  const row = await findVersion(db, READ_WITH_FIELDS, key);
  return { version: presentVersion(row), fields: row.fields };
};

const findVersion = async <Row>(
  db: Database,
  select: Statement<Row>,
  { tenantId, workbookId, versionId }: VersionKey,
): Promise<Row> => {
  if (!isUuid(workbookId) || !isUuid(versionId)) throw versionNotFound(versionId);
  const [row] = await run(db, select, [tenantId, workbookId, versionId]);
  if (!row) throw versionNotFound(versionId);
  return row;
};

const SELECT_COMPARED = `
  select version_id, version, version_code, fields::text from workbook_version
  where tenant_id = $1 and workbook_id = $2 and `;
const FIND_COMPARED_BY_ID = statement(
  'find-compared-version-by-id',
)`${SELECT_COMPARED} version_id = $3`.narrow<Compared>();
const FIND_COMPARED_BY_CODE = statement(
  'find-compared-version-by-code',
)`${SELECT_COMPARED} version_code = $3`.narrow<Compared>();
type Compared = { fields: string };

/** Finds a version to compare, by ID or versionCode. Returns undefined if the workbook has no such version. */
export const findComparedVersion = async (
  db: Database,
  { tenantId, workbookId }: { tenantId: number; workbookId: string },
  by: { id: string } | { versionCode: number },
) => {
  const [row] =
    'id' in by
      ? await run(db, FIND_COMPARED_BY_ID, [tenantId, workbookId, by.id])
      : await run(db, FIND_COMPARED_BY_CODE, [tenantId, workbookId, by.versionCode]);
  return row && { ...row, fields: await parseFields<unknown[]>(row.fields) };
};
