import { isDeepStrictEqual } from 'node:util';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';

/** Names are case-insensitive. Omitted properties are left unchanged. */
type WorkbookInput = {
  name: string;
  title?: string | undefined;
  /** The name of an existing content type; null for none. */
  contentType?: string | null | undefined;
  expectedMinutes?: number | null | undefined;
};

const LOCK_WORKBOOK_NAMED = statement('lock-workbook-named')`
  select workbook_id, name, title, content_type_id, expected_minutes from workbook
  where tenant_id = $1 and lower(name) = lower($2) for no key update`;

const INSERT_WORKBOOK = statement('insert-workbook')`
  insert into workbook (tenant_id, workbook_id, name, title, content_type_id, expected_minutes)
  values ($1, gen_random_uuid(), $2, $3, $4, $5) returning workbook_id, title`;

export const ensureWorkbook = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { name, title, contentType, expectedMinutes }: WorkbookInput,
): Promise<{ workbookId: string; title: string; outcome: UpsertOutcome }> => {
  const [existing] = await run(trx, LOCK_WORKBOOK_NAMED, [tenantId, name]);
  const contentTypeId = contentType ? await findContentType(trx, tenantId, contentType) : null;
  if (!existing) {
    const [created] = await run(trx, INSERT_WORKBOOK, [
      tenantId,
      name,
      title ?? name,
      contentTypeId,
      expectedMinutes,
    ]);
    return { workbookId: created!.workbook_id, title: created!.title, outcome: 'created' };
  }
  const desired = {
    ...existing,
    name,
    title: title ?? existing.title,
    content_type_id: contentType === undefined ? existing.content_type_id : contentTypeId,
    expected_minutes: expectedMinutes === undefined ? existing.expected_minutes : expectedMinutes,
  };
  const result = { workbookId: existing.workbook_id, title: desired.title };
  if (isDeepStrictEqual(desired, existing)) return { ...result, outcome: 'unchanged' };
  await run(
    trx,
    `update workbook set name = $3, title = $4, content_type_id = $5, expected_minutes = $6, revision = revision + 1
     where tenant_id = $1 and workbook_id = $2`,
    [
      tenantId,
      desired.workbook_id,
      desired.name,
      desired.title,
      desired.content_type_id,
      desired.expected_minutes,
    ],
  );
  return { ...result, outcome: 'updated' };
};

const FIND_CONTENT_TYPE_ID = statement('find-content-type-id')`
  select content_type_id from content_type where tenant_id = $1 and lower(name) = lower($2)`;

const findContentType = async (trx: DatabaseTransaction, tenantId: number, name: string): Promise<string> => {
  const [row] = await run(trx, FIND_CONTENT_TYPE_ID, [tenantId, name]);
  if (!row) throw new Error(`There is no content type ${name}.`);
  return row.content_type_id;
};
