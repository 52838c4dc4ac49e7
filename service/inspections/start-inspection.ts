import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import type { CustomValue } from '#workbook-engine/prefill-rules.ts';
import { findTeamPlace, insertInspection, type NewInspection } from './inspection-queries.ts';
import { circumstancesOf, judgeBeginning } from './judge-answers.ts';
import { keepAnswers } from './keep-answers.ts';

/** What inspections are worked out with. */
export type InspectionTools = { versions: WorkbookVersions; now: () => number; newId: () => string };

/**
 * Begins an inspection: its row, its items, and the answers that are known beforehand, for every item alike (product,
 * Prefill). Returns when it began; undefined when its id is taken.
 */
export const startInspection = async (
  trx: DatabaseTransaction,
  { versions, now }: InspectionTools,
  inspection: Omit<NewInspection, 'prefill' | 'startedRevision'> & {
    properties: Readonly<Record<string, CustomValue>>;
  },
): Promise<Date | undefined> => {
  const form = await versions.formOf(trx, inspection.tenantId, inspection.versionId);
  const { answers, report } = judgeBeginning(
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
