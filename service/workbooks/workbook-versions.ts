import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type FieldIndex, indexFields } from '#workbook-engine/index-fields.ts';

/** Versions never change once made, so their indexes are kept; the least recently made go first. */
const REMEMBERED_VERSIONS = 500;

/** The fields of workbook versions, ready for the engine. */
export type WorkbookVersions = {
  /** The version's fields; throws when there is no such version. */
  fieldsOf(db: Database, tenantId: number, versionId: string): Promise<FieldIndex>;
};

export const createWorkbookVersions = (): WorkbookVersions => {
  const remembered = new Map<string, FieldIndex>();
  return {
    fieldsOf: async (db, tenantId, versionId) => {
      const key = `${tenantId} ${versionId}`;
      const known = remembered.get(key);
      if (known) return known;
      const [row] = await run<{ fields: WorkbookDefinition['fields'] }>(
        db,
        'select fields from workbook_version where tenant_id = $1 and version_id = $2',
        [tenantId, versionId],
      );
      if (!row) throw new Error(`There is no workbook version ${versionId}.`);
      const index = indexFields({ fields: row.fields });
      const oldest = remembered.keys().next().value;
      if (remembered.size >= REMEMBERED_VERSIONS && oldest !== undefined) remembered.delete(oldest);
      remembered.set(key, index);
      return index;
    },
  };
};
