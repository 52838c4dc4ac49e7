import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { conflictingAnswers } from '#service/inspections/answer-queries.ts';
import type { SupersedePictures } from '#service/inspections/start-inspection.ts';
import type { FieldIndex, IndexedField } from '#workbook-engine/index-fields.ts';
import { ARRIVED, SUPERSEDED, type UploadRow } from './upload-queries.ts';

/**
 * Hides pictures that answers referred to and no longer do: they were drawn on, retaken or removed, and the workbook does not
 * keep originals (N16). A picture is shown again if an answer refers to it within a day, for example after undoing a removal.
 * Conflicting answers and the latest completion count as references. Runs in the transaction of the answer, whose caller has
 * locked the row of the inspection. The files are deleted later (deleteSuperseded), so that reports in progress find them.
 */
export const supersedePictures: SupersedePictures = async (trx, { form, ids, itemId, patch }) => {
  const fields = fieldsOf(form.index, patch);
  if (fields.length === 0) return;
  const uploads = await run(trx, LIST_PICTURES, [ids.tenantId, ids.inspectionId, itemId, fields]);
  const referenced = textsIn([patch.answers, patch.comments]);
  // Pictures in this answer that are shown, and hidden ones that are not in it, do not change.
  const affected = uploads.filter(
    ({ upload_id, state }) => referenced.has(upload_id) !== (state === ARRIVED),
  );
  await updateStates(
    trx,
    ids,
    affected.map(({ upload_id }) => upload_id),
  );
};

/** The same for all pictures when an inspection is completed, because the previous completion no longer counts. */
export const supersedeAllPictures: SupersedePictures = async (trx, { form, ids }) => {
  const fields = [...form.index.everywhere.values()].filter(isDeletable).map(({ field }) => field.name);
  const uploads = await run(trx, LIST_ALL_PICTURES, [ids.tenantId, ids.inspectionId, fields]);
  await updateStates(
    trx,
    ids,
    uploads.map(({ upload_id }) => upload_id),
  );
};

/** The same for a picture that has just arrived: it may have been drawn on while it was being sent. */
export const supersedeArrived = async (
  trx: DatabaseTransaction,
  upload: UploadRow,
  indexed: IndexedField,
): Promise<void> => {
  if (!isDeletable(indexed)) return;
  const { tenant_id: tenantId, inspection_id: inspectionId, item_id, upload_id } = upload;
  const [newest] = await run(trx, IS_REFERENCED, [tenantId, inspectionId, item_id, upload.field, upload_id]);
  if (!newest) await updateStates(trx, { tenantId, inspectionId }, [upload_id]);
};

/** The fields whose pictures an answer may have removed: for a repeat those of its entries. */
const fieldsOf = (
  index: FieldIndex,
  { answers = {}, comments = {} }: Parameters<SupersedePictures>[1]['patch'],
): string[] => {
  const answered = Object.keys(answers).flatMap((name) => picturesIn(index.fields.get(name)));
  const commented = Object.keys(comments).flatMap((name) => index.everywhere.get(name.toLowerCase()) ?? []);
  return [...answered, ...commented].filter(isDeletable).map(({ field }) => field.name);
};

const picturesIn = (indexed: IndexedField | undefined): IndexedField[] => {
  if (indexed?.entry) return [...indexed.entry.fields.values()].flatMap(picturesIn);
  return indexed?.field.type === 'photo' ? [indexed] : [];
};

/** Signatures and files are not pictures; any other answer may have pictures. */
const isDeletable = ({ field }: IndexedField): boolean =>
  field.type !== 'signature' && field.type !== 'file' && field.keepOriginals !== true;

/** All texts in a value, in lower case: they include the ids of uploads, also in repeats. */
const textsIn = (value: unknown, into = new Set<string>()): Set<string> => {
  if (typeof value === 'string') into.add(value.toLowerCase());
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) textsIn(each, into);
  return into;
};

const LIST_PICTURES = statement('list-pictures-of-item')`
  select upload_id, state from upload
  where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from $3::uuid and field = any($4::text[])
    and state in (${ARRIVED}, ${SUPERSEDED})`;

const LIST_ALL_PICTURES = statement('list-all-pictures')`
  select upload_id from upload
  where tenant_id = $1 and inspection_id = $2 and field = any($3::text[]) and state in (${ARRIVED}, ${SUPERSEDED})`;

/** Whether a picture is in the newest answer, which most arriving ones are: avoids reading all answers of the inspection. */
const IS_REFERENCED = `
  select from (
    select distinct on (is_comment) value from answer
    where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from $3::uuid and field = $4
    order by is_comment, revision desc
  ) as newest
  where strpos(lower(value::text), $5) > 0`;

/**
 * By id: whether a picture is in an answer that counts. Reads all answers of the inspection once for any number of pictures:
 * 300 answers with lists of up to 300 pictures, 45,000 ids, take 60 ms.
 */
const UPDATE_STATES = `
  with stored as (
    select value, revision = newest_revision or is_conflicting as is_current from (${conflictingAnswers()}) as answered
    union all
    select texts.value, true
    from inspection
    join inspection_result as result
      on result.tenant_id = $1 and result.inspection_id = $2 and result.completion = inspection.completion
    cross join lateral (values (result.answers::jsonb), (result.comments::jsonb)) as texts (value)
    where inspection.tenant_id = $1 and inspection.inspection_id = $2
  ), referenced as (
    select lower(text #>> '{}') as id, bool_or(is_current) as is_current
    from stored, jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') as text
    group by 1
  )
  update upload set state = case when referenced.is_current then ${ARRIVED} else ${SUPERSEDED} end, progressed_at = now()
  from referenced
  where upload.tenant_id = $1 and upload.inspection_id = $2 and upload.upload_id = any($3::uuid[])
    and referenced.id = upload.upload_id::text
    and upload.state = case when referenced.is_current then ${SUPERSEDED} else ${ARRIVED} end`;

const updateStates = async (
  trx: DatabaseTransaction,
  { tenantId, inspectionId }: Parameters<SupersedePictures>[1]['ids'],
  uploadIds: readonly string[],
): Promise<void> => {
  if (uploadIds.length > 0) await run(trx, UPDATE_STATES, [tenantId, inspectionId, uploadIds]);
};
