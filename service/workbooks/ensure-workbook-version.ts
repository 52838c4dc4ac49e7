import { isDeepStrictEqual } from 'node:util';
import type { Field } from '#contract/workbook-definition.ts';
import { recordWorkChange } from '#service/changes/record-work-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import { versionIsImmutable } from './workbook-problems.ts';

/** Identified by its versionCode. Omitted properties are left unchanged. */
type VersionInput = {
  version: string;
  versionCode: number;
  title?: string | undefined;
  description?: string | null | undefined;
  isPublished?: boolean | undefined;
  isDeleted?: boolean | undefined;
  fields: readonly Field[];
};

/** A version's content never changes, because existing tasks use it. */
export type VersionContent = { version: string; fields: unknown };

/** Ignores the order of properties, which the database does not preserve. */
export const isSameVersion = (one: VersionContent, other: VersionContent): boolean =>
  one.version === other.version &&
  isDeepStrictEqual(convertToStoredForm(one.fields), convertToStoredForm(other.fields));

const convertToStoredForm = (fields: unknown): unknown => JSON.parse(JSON.stringify(fields));

const LOCK_VERSION_NAMED = statement('lock-version-named')`
  select version_id, version, fields, title, description, is_published, is_deleted from workbook_version
  where tenant_id = $1 and workbook_id = $2 and version_code = $3 for no key update`;

/** Throws if this would change the `version` or fields of an existing version. */
export const ensureWorkbookVersion = async (
  trx: DatabaseTransaction,
  { tenantId, workbookId, title }: { tenantId: number; workbookId: string; title: string },
  input: VersionInput,
): Promise<UpsertOutcome> => {
  const [existing] = await run(trx, LOCK_VERSION_NAMED, [tenantId, workbookId, input.versionCode]);
  if (!existing) {
    await run(
      trx,
      `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, description,
         fields, is_published, is_deleted, deleted_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, ${input.isDeleted ? 'now()' : 'null'})`,
      [
        tenantId,
        workbookId,
        input.version,
        input.versionCode,
        input.title ?? title,
        input.description ?? null,
        JSON.stringify(input.fields),
        input.isPublished ?? false,
        input.isDeleted ?? false,
      ],
    );
    return 'created';
  }
  if (!isSameVersion(existing, input)) throw versionIsImmutable(title, input.versionCode);
  const desired = {
    title: input.title ?? existing.title,
    description: input.description === undefined ? existing.description : input.description,
    is_published: input.isPublished ?? existing.is_published,
    is_deleted: input.isDeleted ?? existing.is_deleted,
  };
  const columns = Object.keys(desired) as (keyof typeof desired)[];
  if (columns.every((column) => desired[column] === existing[column])) return 'unchanged';
  await run(
    trx,
    `update workbook_version
     set title = $3, description = $4, is_published = $5, is_deleted = $6, revision = revision + 1,
         deleted_at = ${desired.is_deleted ? 'least(deleted_at, now())' : 'null'},
         deleted_by = case when $6 then deleted_by end
     where tenant_id = $1 and version_id = $2`,
    [
      tenantId,
      existing.version_id,
      desired.title,
      desired.description,
      desired.is_published,
      desired.is_deleted,
    ],
  );
  if (desired.title !== existing.title)
    await recordWorkChange(trx, tenantId, { column: 'workbook_version_id', id: existing.version_id });
  return 'updated';
};
