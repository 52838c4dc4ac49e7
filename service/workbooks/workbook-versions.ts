import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { compileInSteps } from '#workbook-engine/compile-form.ts';
import type { Form } from '#workbook-engine/form.ts';
import { parseFields } from './parse-fields.ts';

/** Maximum cached forms. The oldest entries are removed first. */
const MAX_CACHED_VERSIONS = 500;

export type WorkbookVersions = {
  /** Returns the compiled form of a version. Throws if it does not exist. */
  formOf(db: Database, tenantId: number, versionId: string): Promise<Form>;
};

const READ_VERSION_FIELDS = statement('read-version-fields')`
  select fields::text from workbook_version where tenant_id = $1 and version_id = $2`.narrow<{
  fields: string;
}>();

export const createWorkbookVersions = (): WorkbookVersions => {
  const cache = new Map<string, Form>();
  return {
    formOf: async (db, tenantId, versionId) => {
      const key = `${tenantId} ${versionId}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const [row] = await run(db, READ_VERSION_FIELDS, [tenantId, versionId]);
      if (!row) throw new Error(`There is no workbook version ${versionId}.`);
      const fields = await parseFields<WorkbookDefinition['fields']>(row.fields);
      const { form } = await runInSlices(compileInSteps({ fields }));
      const oldest = cache.keys().next().value;
      if (cache.size >= MAX_CACHED_VERSIONS && oldest !== undefined) cache.delete(oldest);
      cache.set(key, form);
      return form;
    },
  };
};
