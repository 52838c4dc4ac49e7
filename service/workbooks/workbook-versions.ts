import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue, type FairQueue } from '#service/admission/fair-queue.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { compileInSteps } from '#workbook-engine/compile-form.ts';
import type { Form } from '#workbook-engine/form.ts';
import { estimateFormBytes } from './estimate-form-bytes.ts';
import { createFormCache } from './form-cache.ts';
import { parseFields } from './parse-fields.ts';

/** An estimate: the worst case is 256 MiB. A form with 100 fields is estimated at 0.3 MB. */
const MAX_CACHED_BYTES = 128 * 1024 * 1024;

/** Compiling a form uses up to 114 MB. Reads and transactions have separate slots. */
const SLOTS = { user: 1, tenant: 2, server: 2 };
const WAITING = { user: 350, tenant: 400, server: 500 };
/** Shorter than PostgreSQL's timeout for idle transactions. */
const MAX_WAIT_MS = 8_000;

const createCompileQueue = () => createFairQueue({ slots: SLOTS, waiting: WAITING, maxWaitMs: MAX_WAIT_MS });

export type WorkbookVersions = {
  /** Throws if the version does not exist. */
  loadForm(db: Database, tenantId: number, versionId: string): Promise<Form>;
  queues: Readonly<Record<'forms for reads' | 'forms in transactions', FairQueue>>;
};

const READ_VERSION_FIELDS = statement('read-version-fields')`
  select fields::text from workbook_version where tenant_id = $1 and version_id = $2`.narrow<{
  fields: string;
}>();

export const createWorkbookVersions = (): WorkbookVersions => {
  const cache = createFormCache(MAX_CACHED_BYTES);
  // Reads acquire their slot before their connection, transactions after it. In a single queue, they could deadlock.
  const [readQueue, transactionQueue] = [createCompileQueue(), createCompileQueue()];

  const compile = async (db: Database, tenantId: number, versionId: string): Promise<Form> => {
    const [row] = await run(db, READ_VERSION_FIELDS, [tenantId, versionId]);
    if (!row) throw new Error(`There is no workbook version ${versionId}.`);
    const fields = await parseFields<WorkbookDefinition['fields']>(row.fields);
    const compiled = await runInSlices(compileInSteps({ fields }));
    const { form } = compiled;
    cache.add(tenantId, versionId, { form, bytes: estimateFormBytes(compiled, row.fields.length) });
    return form;
  };

  return {
    queues: { 'forms for reads': readQueue, 'forms in transactions': transactionQueue },
    loadForm: async (db, tenantId, versionId) => {
      const cached = cache.find(tenantId, versionId);
      if (cached) return cached;
      using _slot = await (db.isTransaction ? transactionQueue : readQueue).acquire(getCurrentCaller());
      // Another request may have compiled the form while this one waited.
      return cache.find(tenantId, versionId) ?? (await compile(db, tenantId, versionId));
    },
  };
};
