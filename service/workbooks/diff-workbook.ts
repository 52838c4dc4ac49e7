import { workbookLimits } from '#contract/workbook-limits.ts';
import { MAX_VERSION_CODE } from '#contract/workbook-management.ts';
import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import { jsonInSteps } from '#service/http/json-in-steps.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
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

/** Compares two versions of a workbook, given by ID or versionCode, or its draft. Returns a `WorkbookDiff` as JSON. */
export const diffWorkbook = async (
  db: Database,
  actor: Actor,
  { workbookId, from, to }: { workbookId: string; from: string; to: string },
): Promise<SerializedResult> => {
  const scope = requireScope(actor, 'Workbooks.Read');
  if (from === 'draft' || to === 'draft') requireScope(actor, 'Workbooks.Manage');
  await readWorkbook(db, scope, workbookId);
  const workbook = { tenantId: scope.tenantId, workbookId };
  const before = await readSide(db, workbook, from);
  requireFewFields('from', before);
  const after = await readSide(db, workbook, to);
  requireFewFields('to', after);
  return runInSlices(compareInSteps(before, after));
};

type Side = {
  side: { id: string | null; version: string | null; versionCode: number | null };
  fields: unknown[];
};

/** A draft can have more fields than a version. Listing and matching 99,000 of them takes 0.5 seconds. */
const requireFewFields = (parameter: 'from' | 'to', { fields }: Side) => {
  const count = countFields(fields, workbookLimits.fields);
  if (count > workbookLimits.fields) throw tooManyFieldsToCompare(parameter, count);
};

function* compareInSteps(before: Side, after: Side) {
  const diff = yield* diffInSteps(before, after);
  return new SerializedResult(yield* jsonInSteps({ from: before.side, to: after.side, ...diff }));
}

const readSide = async (
  db: Database,
  workbook: { tenantId: number; workbookId: string },
  reference: string,
): Promise<Side> => {
  if (reference === 'draft') {
    const draft = await findDraft(db, workbook.tenantId, workbook.workbookId);
    if (!draft) throw missingDraft();
    return { side: { id: null, version: null, versionCode: null }, fields: await parseFields(draft.fields) };
  }
  const versionCode = Number(reference);
  const isValid = isUuid(reference) || versionCode <= MAX_VERSION_CODE;
  const version = isValid
    ? await findComparedVersion(db, workbook, isUuid(reference) ? { id: reference } : { versionCode })
    : undefined;
  if (!version) throw isUuid(reference) ? versionNotFound(reference) : versionCodeNotFound(versionCode);
  const side = { id: version.version_id, version: version.version, versionCode: version.version_code };
  return { side, fields: version.fields };
};
