import type { AnswersPatch } from '#contract/inspection.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, statement } from '#service/database/statement.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import type { Form } from '#workbook-engine/form.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { createEvaluationContext, prefillAnswers } from './evaluate-answers.ts';
import { insertInspection, type NewInspection } from './inspection-queries.ts';
import { requireWithinLimits } from './require-within-limits.ts';
import { storeAnswers } from './store-answers.ts';

/** Supersedes pictures that are no longer in any answer. */
export type SupersedePictures = (
  trx: DatabaseTransaction,
  change: {
    form: Form;
    ids: { tenantId: number; inspectionId: string };
    /** Null for an inspection without items. */
    itemId: string | null;
    patch: Pick<AnswersPatch, 'answers' | 'comments'>;
  },
) => Promise<void>;

export type InspectionDependencies = {
  versions: WorkbookVersions;
  now: () => number;
  newId: () => string;
  onAnswers: SupersedePictures;
  onCompletion: SupersedePictures;
};

const FIND_TEAM_LOCALE = statement('find-team-locale')`
  select time_zone, language from team where tenant_id = $1 and team_id = $2`;

/** Prefills all items with the same answers. Returns the start time, or undefined if the inspection's ID is taken. */
export const startInspection = async (
  trx: DatabaseTransaction,
  { versions, now }: Pick<InspectionDependencies, 'versions' | 'now'>,
  inspection: Omit<NewInspection, 'prefill' | 'startedRevision'> & {
    properties: Readonly<Record<string, CustomValue>>;
  },
): Promise<Date | undefined> => {
  const form = await versions.loadForm(trx, inspection.tenantId, inspection.versionId);
  const locale = await readRow(trx, FIND_TEAM_LOCALE, [inspection.tenantId, inspection.teamId]);
  const evaluationContext = createEvaluationContext(locale, now());
  const { answers, report } = await prefillAnswers(form, inspection.properties, evaluationContext);
  const answeredItemIds = inspection.itemIds.length > 0 ? [...new Set(inspection.itemIds)] : [null];
  const prefilledCount = Object.keys(answers).length;
  const startedAt = await insertInspection(trx, {
    ...inspection,
    prefill: report,
    startedRevision: prefilledCount * answeredItemIds.length,
  });
  if (!startedAt || prefilledCount === 0) return startedAt;
  for (const itemId of answeredItemIds) {
    requireWithinLimits(await storeAnswers(trx, { ...inspection, itemId, answers, baseRevision: null }));
  }
  return startedAt;
};
