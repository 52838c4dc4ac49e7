import { workbookLimits } from '#contract/workbook-limits.ts';
import { MAX_VERSION_CODE } from '#contract/workbook-management.ts';
import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { SerializedResult } from '#service/identity/operations.ts';
import { countFields } from '#workbook-engine/count-fields.ts';
import { diffInSteps } from '#workbook-engine/diff-definitions.ts';
import { missingDraft } from './drafts/draft-problems.ts';
import { findDraft } from './drafts/draft-queries.ts';
import { findComparedVersion } from './managed-version-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { parseFields } from './parse-fields.ts';
import { tooManyFieldsToCompare, versionCodeNotFound, versionNotFound } from './workbook-problems.ts';

/** `from` and `to` are each a version's ID or versionCode, or `draft`. Returns a `WorkbookDiff` as JSON. */
export const diffWorkbook = async (
  db: Database,
  actor: Actor,
  { workbookId, from, to }: { workbookId: string; from: string; to: string },
): Promise<SerializedResult> => {
  const scope = requireScope(actor, 'Workbooks.Read');
  if (from === 'draft' || to === 'draft') requireScope(actor, 'Workbooks.Manage');
  await readWorkbook(db, scope, workbookId);
  const workbook = { tenantId: scope.tenantId, workbookId };
  const fromDefinition = await readDefinition(db, workbook, from);
  requireComparable('from', fromDefinition);
  const toDefinition = await readDefinition(db, workbook, to);
  requireComparable('to', toDefinition);
  return runInSlices(compareInSteps(fromDefinition, toDefinition));
};

type ComparedDefinition = {
  version: { id: string | null; version: string | null; versionCode: number | null };
  fields: unknown[];
};

/** A draft can have more fields than a version, and matching 99,000 fields takes 0.5 seconds. */
const requireComparable = (parameter: 'from' | 'to', { fields }: ComparedDefinition) => {
  const count = countFields(fields, workbookLimits.fields);
  if (count > workbookLimits.fields) throw tooManyFieldsToCompare(parameter, count);
};

function* compareInSteps(from: ComparedDefinition, to: ComparedDefinition) {
  const diff = yield* diffInSteps(from, to);
  return new SerializedResult(yield* serialiseInSteps({ from: from.version, to: to.version, ...diff }));
}

const readDefinition = async (
  db: Database,
  workbook: { tenantId: number; workbookId: string },
  reference: string,
): Promise<ComparedDefinition> => {
  if (reference === 'draft') {
    const draft = await findDraft(db, workbook.tenantId, workbook.workbookId);
    if (!draft) throw missingDraft();
    const fields = await parseFields<unknown[]>(draft.fields);
    return { version: { id: null, version: null, versionCode: null }, fields };
  }
  const versionCode = Number(reference);
  const isValid = isUuid(reference) || versionCode <= MAX_VERSION_CODE;
  const row = isValid
    ? await findComparedVersion(db, workbook, isUuid(reference) ? { id: reference } : { versionCode })
    : undefined;
  if (!row) throw isUuid(reference) ? versionNotFound(reference) : versionCodeNotFound(versionCode);
  const version = { id: row.version_id, version: row.version, versionCode: row.version_code };
  return { version, fields: row.fields };
};
