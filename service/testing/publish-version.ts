import { randomUUID } from 'node:crypto';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import type { TestService } from './start-service.ts';

/** Publishes version 2.0.0 of a workbook, and returns its ID. */
export const publishVersion = async (
  { database, organisation: { tenantId, workbookIds } }: TestService,
  workbookName: string,
  fields: readonly Field[] = [],
): Promise<string> => {
  const versionId = randomUUID();
  await run(
    database.db,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
     select $1, $3, workbook_id, '2.0.0', 2, title, $4, true from workbook where tenant_id = $1 and workbook_id = $2`,
    [tenantId, workbookIds[workbookName], versionId, JSON.stringify(fields)],
  );
  return versionId;
};
