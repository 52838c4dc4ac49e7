import { limits } from '#contract/limits.ts';
import type { Message } from '#i18n/message.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import { IS_CONFLICTING, selectAnswersWithNewest } from '#service/inspections/answer-queries.ts';
import type { InspectionView } from '#service/inspections/inspection-queries.ts';
import { storeAnswers } from '#service/inspections/store-answers.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import type { PreparedField } from '#workbook-engine/index-fields.ts';
import type { UploadRow } from './upload-queries.ts';

type AnswerOutcome = { wasAddedToAnswer: boolean } | { rejection: Message };

/**
 * A no-op if any answer has ever referred to the upload, because the user may have removed it since, or if the field is
 * in a repeat, because the upload does not specify an entry. The caller must have locked the inspection.
 */
export const answerWithUpload = async (
  trx: DatabaseTransaction,
  {
    upload,
    inspection,
    preparedField,
  }: { upload: UploadRow; inspection: InspectionView; preparedField: PreparedField },
): Promise<AnswerOutcome> => {
  const { type, name } = preparedField.field;
  const canBeAnswer = type === 'photo' || type === 'signature' || type === 'file';
  if (!canBeAnswer || preparedField.repeat !== undefined) return { wasAddedToAnswer: false };
  if (await wasEverReferenced(trx, upload)) return { wasAddedToAnswer: false };

  const value = type === 'photo' ? [...(await listPhotos(trx, upload)), upload.upload_id] : upload.upload_id;
  const { answer, issues } = checkAnswer(preparedField, value);
  const [issue] = issues;
  if (issue) return { rejection: issue.message };
  await storeAnswers(trx, {
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
  return { wasAddedToAnswer: true };
};

const toFieldKey = ({ tenant_id, inspection_id, item_id, field }: UploadRow) => [
  tenant_id,
  inspection_id,
  item_id,
  field,
];

const wasEverReferenced = (trx: DatabaseTransaction, upload: UploadRow): Promise<boolean> =>
  hasRow(
    trx,
    `select from answer
     where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from $3 and not is_comment
       and field = $4 and value @> to_jsonb($5::text)
     limit 1`,
    [...toFieldKey(upload), upload.upload_id],
  );

const LIST_PHOTO_ANSWERS = statement('list-photo-answers')`
  select value from (${selectAnswersWithNewest(
    'and item_id is not distinct from $3::uuid and not is_comment and field = $4',
  )}) as answered
  where revision = newest_revision or ${IS_CONFLICTING}
  order by revision desc limit ${limits.conflicts} + 1`.narrow<{ value: Answer | null }>();

/** Merging the photos of conflicting answers resolves the conflict. */
const listPhotos = async (trx: DatabaseTransaction, upload: UploadRow): Promise<string[]> => {
  const answers = await run(trx, LIST_PHOTO_ANSWERS, toFieldKey(upload));
  return [...new Set(answers.flatMap(({ value }) => (Array.isArray(value) ? (value as string[]) : [])))];
};
