import { isDeepStrictEqual } from 'node:util';
import type { Field } from '#contract/workbook-definition.ts';
import { recordWorkChange } from '#service/changes/record-work-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import { versionIsImmutable } from './workbook-problems.ts';

/** The desired state of a version, found by its versionCode in the workbook. Absent members are not changed. */
export type VersionDraft = {
  version: string;
  versionCode: number;
  title?: string | undefined;
  description?: string | null | undefined;
  isPublished?: boolean | undefined;
  isDeleted?: boolean | undefined;
  fields: readonly Field[];
};

/** The content of a version. It never changes, because it would change existing work. */
export type VersionContent = { version: string; fields: unknown };

/** Whether two versions have the same content as stored in the database, which does not keep the order of members. */
export const isSameVersion = (one: VersionContent, other: VersionContent): boolean =>
  one.version === other.version && isDeepStrictEqual(asStored(one.fields), asStored(other.fields));

const asStored = (fields: unknown): unknown => JSON.parse(JSON.stringify(fields));

const LOCK_VERSION_NAMED = statement('lock-version-named')`
  select version_id, version, fields, title, description, is_published, is_deleted from workbook_version
  where tenant_id = $1 and workbook_id = $2 and version_code = $3 for no key update`;

/** Creates a version, or updates its changeable members. Rejects other fields for an existing versionCode. */
export const ensureWorkbookVersion = async (
  trx: DatabaseTransaction,
  { tenantId, workbookId, title }: { tenantId: number; workbookId: string; title: string },
  draft: VersionDraft,
): Promise<UpsertOutcome> => {
  const [found] = await run(trx, LOCK_VERSION_NAMED, [tenantId, workbookId, draft.versionCode]);
  if (!found) {
    await run(
      trx,
      `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, description,
         fields, is_published, is_deleted, deleted_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, case when $9 then now() end)`,
      [
        tenantId,
        workbookId,
        draft.version,
        draft.versionCode,
        draft.title ?? title,
        draft.description ?? null,
        JSON.stringify(draft.fields),
        draft.isPublished ?? false,
        draft.isDeleted ?? false,
      ],
    );
    return 'created';
  }
  if (!isSameVersion(found, draft)) throw versionIsImmutable(title, draft.versionCode);
  const wanted = {
    title: draft.title ?? found.title,
    description: draft.description === undefined ? found.description : draft.description,
    is_published: draft.isPublished ?? found.is_published,
    is_deleted: draft.isDeleted ?? found.is_deleted,
  };
  const columns = Object.keys(wanted) as (keyof typeof wanted)[];
  if (columns.every((column) => wanted[column] === found[column])) return 'unchanged';
  await run(
    trx,
    `update workbook_version
     set title = $3, description = $4, is_published = $5, is_deleted = $6, revision = revision + 1,
         deleted_at = case when $6 then coalesce(deleted_at, now()) end, deleted_by = case when $6 then deleted_by end
     where tenant_id = $1 and version_id = $2`,
    [tenantId, found.version_id, wanted.title, wanted.description, wanted.is_published, wanted.is_deleted],
  );
  if (wanted.title !== found.title)
    await recordWorkChange(trx, tenantId, { column: 'workbook_version_id', id: found.version_id });
  return 'updated';
};
