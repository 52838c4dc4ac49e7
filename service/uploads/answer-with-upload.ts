import type { Sentence } from '#sentences/sentence.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { readConflictsOfItem } from '#service/inspections/answer-queries.ts';
import type { InspectionView } from '#service/inspections/inspection-queries.ts';
import { keepAnswers } from '#service/inspections/keep-answers.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import type { IndexedField } from '#workbook-engine/index-fields.ts';
import type { UploadRow } from './upload-queries.ts';

/** What became of the answer: nothing had to be done, it was given, or it cannot be and why. */
export type AnswerOutcome = { isGiven: boolean } | { refusal: Sentence };

/**
 * Lets an upload that has arrived answer its field, in the transaction in which it arrives: a photo is added to the
 * field's list, a signature or file takes the answer's place. Nothing is done when any answer ever named it: who names it
 * first and sends it later may have taken it out meanwhile. In a repeat only an answer can say which entry is meant. The
 * caller holds the inspection's row.
 */
export const answerWithUpload = async (
  trx: DatabaseTransaction,
  { upload, inspection, indexed }: { upload: UploadRow; inspection: InspectionView; indexed: IndexedField },
): Promise<AnswerOutcome> => {
  const { type, name } = indexed.field;
  const isAnswer = type === 'photo' || type === 'signature' || type === 'file';
  if (!isAnswer || indexed.repeat !== undefined) return { isGiven: false };
  if (await wasEverNamed(trx, upload)) return { isGiven: false };

  const given = type === 'photo' ? [...(await photosOf(trx, upload)), upload.upload_id] : upload.upload_id;
  const { answer, faults } = checkAnswer(indexed, given);
  const [fault] = faults;
  if (fault) return { refusal: fault.message };
  await keepAnswers(trx, {
    tenantId: upload.tenant_id,
    inspectionId: upload.inspection_id,
    itemId: upload.item_id,
    answers: { [name]: answer },
    baseRevision: inspection.revision,
    userId: upload.user_id,
  });
  if (inspection.task_id === null) {
    await recordChange(trx, upload.tenant_id, 'inspection', [upload.inspection_id]);
  }
  return { isGiven: true };
};

const fieldOf = ({ tenant_id, inspection_id, item_id, field }: UploadRow) => [
  tenant_id,
  inspection_id,
  item_id,
  field,
];

const wasEverNamed = async (trx: DatabaseTransaction, upload: UploadRow): Promise<boolean> => {
  const named = await run(
    trx,
    `select from answer
     where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from $3 and not is_remark
       and field = $4 and value @> to_jsonb($5::text)
     limit 1`,
    [...fieldOf(upload), upload.upload_id],
  );
  return named.length > 0;
};

/** The photos of the field. Where lists were answered in ignorance of each other, this ends it: it keeps them all. */
const photosOf = async (trx: DatabaseTransaction, upload: UploadRow): Promise<string[]> => {
  const [newest] = await run<{ value: Answer }>(
    trx,
    `select value from answer
     where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from $3 and not is_remark
       and field = $4
     order by revision desc limit 1`,
    fieldOf(upload),
  );
  const { tenant_id, inspection_id: inspectionId, item_id: itemId } = upload;
  const conflicts = await readConflictsOfItem(trx, tenant_id, { inspectionId, itemId });
  const others = conflicts.filter(({ field, isRemark }) => field === upload.field && !isRemark);
  return [...new Set([newest?.value, ...others.map(({ other }) => other.value)].flatMap(idsIn))];
};

const idsIn = (answer: Answer | undefined): string[] => (Array.isArray(answer) ? (answer as string[]) : []);
