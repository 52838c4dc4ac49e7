import type { AnswersPatch } from '#contract/inspection.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import type { Form } from '#workbook-engine/form.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { findTeamPlace, insertInspection, type NewInspection } from './inspection-queries.ts';
import { circumstancesOf, judgeBeginning } from './judge-answers.ts';
import { keepAnswers } from './keep-answers.ts';

/** What an answer or a completion does to pictures that are not named any more (service/uploads). */
export type SupersedePictures = (
  trx: DatabaseTransaction,
  change: {
    form: Form;
    ids: { tenantId: number; inspectionId: string };
    /** null: the inspection is about no items. */
    itemId: string | null;
    patch: Pick<AnswersPatch, 'answers' | 'remarks'>;
  },
) => Promise<void>;

/** What inspections are worked out with. */
export type InspectionTools = {
  versions: WorkbookVersions;
  now: () => number;
  newId: () => string;
  onAnswers: SupersedePictures;
  onCompletion: SupersedePictures;
};

/**
 * Begins an inspection: its row, its items, and the answers that are known beforehand, for every item alike (product,
 * Prefill). Returns when it began; undefined when its id is taken.
 */
export const startInspection = async (
  trx: DatabaseTransaction,
  { versions, now }: Pick<InspectionTools, 'versions' | 'now'>,
  inspection: Omit<NewInspection, 'prefill' | 'startedRevision'> & {
    properties: Readonly<Record<string, CustomValue>>;
  },
): Promise<Date | undefined> => {
  const form = await versions.formOf(trx, inspection.tenantId, inspection.versionId);
  const { answers, report } = await judgeBeginning(
    form,
    inspection.properties,
    circumstancesOf(await findTeamPlace(trx, inspection.tenantId, inspection.teamId), now()),
  );
  const subjects = inspection.itemIds.length > 0 ? [...new Set(inspection.itemIds)] : [null];
  const known = Object.keys(answers).length;
  const startedAt = await insertInspection(trx, {
    ...inspection,
    prefill: report,
    startedRevision: known * subjects.length,
  });
  if (!startedAt || known === 0) return startedAt;
  for (const itemId of subjects) {
    await keepAnswers(trx, { ...inspection, itemId, answers, baseRevision: null });
  }
  return startedAt;
};
