import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { inSlices } from '#service/http/in-slices.ts';
import { compileInSteps } from '#workbook-engine/compile-form.ts';
import type { Form } from '#workbook-engine/form.ts';

/** Versions never change once made, so their forms are kept; the least recently made go first. */
const REMEMBERED_VERSIONS = 500;

/** Workbook versions, ready to be filled in. */
export type WorkbookVersions = {
  /** The version's form; throws when there is no such version. */
  formOf(db: Database, tenantId: number, versionId: string): Promise<Form>;
};

export const createWorkbookVersions = (): WorkbookVersions => {
  const remembered = new Map<string, Form>();
  return {
    formOf: async (db, tenantId, versionId) => {
      const key = `${tenantId} ${versionId}`;
      const known = remembered.get(key);
      if (known) return known;
      const [row] = await run<{ fields: WorkbookDefinition['fields'] }>(
        db,
        'select fields from workbook_version where tenant_id = $1 and version_id = $2',
        [tenantId, versionId],
      );
      if (!row) throw new Error(`There is no workbook version ${versionId}.`);
      const { form } = await inSlices(compileInSteps({ fields: row.fields }));
      const oldest = remembered.keys().next().value;
      if (remembered.size >= REMEMBERED_VERSIONS && oldest !== undefined) remembered.delete(oldest);
      remembered.set(key, form);
      return form;
    },
  };
};
