import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import { IS_CONFLICTING, selectAnswersWithNewest } from '#service/inspections/answer-queries.ts';
import type { SupersedePictures } from '#service/inspections/start-inspection.ts';
import type { FieldIndex, PreparedField } from '#workbook-engine/index-fields.ts';
import { COMPLETE, SUPERSEDED, type UploadRow } from './upload-queries.ts';

/**
 * Hides pictures that answers no longer refer to, unless the workbook keeps originals (N16). A picture reappears if an
 * answer refers to it again within a day, for example after undo. Conflicting answers and the latest completion count
 * as references. The caller must have locked the inspection. The files are deleted later, so that reports in progress
 * can still read them.
 */
export const supersedePictures: SupersedePictures = async (trx, { form, ids, itemId, patch }) => {
  const fields = findFieldNames(form.index, patch);
  if (fields.length === 0) return;
  const uploads = await run(trx, LIST_PICTURES, [ids.tenantId, ids.inspectionId, itemId, fields]);
  const referencedIds = collectStrings([patch.answers, patch.comments]);
  // Only hidden pictures in this answer and visible pictures missing from it can change state.
  const affectedUploads = uploads.filter(
    ({ upload_id, state }) => referencedIds.has(upload_id) !== (state === COMPLETE),
  );
  await updateStates(trx, ids, affectedUploads);
};

/** On completion, checks all answers, because the previous completion is no longer a reference. */
export const supersedeAllPictures: SupersedePictures = async (trx, { form, ids }) => {
  const fields = [...form.index.allFields.values()].filter(isSupersedable).map(({ field }) => field.name);
  const uploads = await run(trx, LIST_ALL_PICTURES, [ids.tenantId, ids.inspectionId, fields]);
  await updateStates(trx, ids, uploads);
};

/** The user may have annotated a picture while it was being sent. */
export const supersedeReceivedPicture = async (
  trx: DatabaseTransaction,
  upload: UploadRow,
  preparedField: PreparedField,
): Promise<void> => {
  if (!isSupersedable(preparedField)) return;
  const { tenant_id: tenantId, inspection_id: inspectionId, item_id, field, upload_id } = upload;
  const isReferenced = await hasRow(trx, IS_REFERENCED, [tenantId, inspectionId, item_id, field, upload_id]);
  if (!isReferenced) await updateStates(trx, { tenantId, inspectionId }, [upload]);
};

/** Finds the fields whose answers may have lost pictures. For a repeat, these are its nested fields. */
const findFieldNames = (
  index: FieldIndex,
  { answers = {}, comments = {} }: Parameters<SupersedePictures>[1]['patch'],
): string[] => {
  const answeredFields = Object.keys(answers).flatMap((name) => findPictureFields(index.fields.get(name)));
  const commentedFields = Object.keys(comments).flatMap(
    (name) => index.allFields.get(name.toLowerCase()) ?? [],
  );
  return [...answeredFields, ...commentedFields].filter(isSupersedable).map(({ field }) => field.name);
};

const findPictureFields = (preparedField: PreparedField | undefined): PreparedField[] => {
  if (preparedField?.instanceFields)
    return [...preparedField.instanceFields.fields.values()].flatMap(findPictureFields);
  return preparedField?.field.type === 'photo' ? [preparedField] : [];
};

/** Fields of any type except signature and file can have pictures, at least in comments. */
const isSupersedable = ({ field }: PreparedField): boolean =>
  field.type !== 'signature' && field.type !== 'file' && field.keepOriginals !== true;

/** Collects all strings, including upload IDs in repeats, in lower case. */
export const collectStrings = (value: unknown, strings = new Set<string>()): Set<string> => {
  if (typeof value === 'string') strings.add(value.toLowerCase());
  else if (typeof value === 'object' && value !== null)
    for (const entry of Object.values(value)) collectStrings(entry, strings);
  return strings;
};

const LIST_PICTURES = statement('list-pictures-of-item')`
  select upload_id, state from upload
  where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from $3::uuid and field = any($4::text[])
    and state in (${COMPLETE}, ${SUPERSEDED})`;

const LIST_ALL_PICTURES = statement('list-all-pictures')`
  select upload_id from upload
  where tenant_id = $1 and inspection_id = $2 and field = any($3::text[]) and state in (${COMPLETE}, ${SUPERSEDED})`;

/** Most new pictures are in the newest answer or comment, so reading all answers is rarely needed. */
const IS_REFERENCED = `
  select from (
    select distinct on (is_comment) value from answer
    where tenant_id = $1 and inspection_id = $2 and item_id is not distinct from $3::uuid and field = $4 and not is_settled
    order by is_comment, revision desc
  ) as newest
  where strpos(lower(value::text), $5) > 0`;

/** Selects all strings in a JSON value, including upload IDs. */
const SELECT_IDS = `jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') as text`;

/**
 * 45,000 IDs in answers take 60 ms. The history, up to 512 MiB, is read only if a picture is missing from all current
 * answers.
 */
const UPDATE_STATES = `
  with stored as (
    select value, revision = newest_revision or ${IS_CONFLICTING} as is_current
    from (${selectAnswersWithNewest()}) as answered
    union all
    select texts.value, true
    from inspection
    join inspection_result as result
      on result.tenant_id = $1 and result.inspection_id = $2 and result.completion = inspection.completion
    cross join lateral (values (result.answers::jsonb), (result.comments::jsonb)) as texts (value)
    where inspection.tenant_id = $1 and inspection.inspection_id = $2
  ), open_references as materialized (
    select lower(text #>> '{}') as id, bool_or(is_current) as is_current from stored, ${SELECT_IDS} group by 1
  ), unreferenced as materialized (
    select upload_id::text as id from upload
    where tenant_id = $1 and inspection_id = $2 and upload_id = any($3::uuid[]) and state = ${COMPLETE}
      and upload_id::text not in (select id from open_references)
  ), referenced as (
    select id, is_current from open_references
    union all
    select distinct lower(text #>> '{}'), false from answer, ${SELECT_IDS}
    where tenant_id = $1 and inspection_id = $2 and is_settled and exists (select from unreferenced)
      and lower(text #>> '{}') in (select id from unreferenced)
  )
  update upload set state = case when referenced.is_current then ${COMPLETE} else ${SUPERSEDED} end, progressed_at = now()
  from referenced
  where upload.tenant_id = $1 and upload.inspection_id = $2 and upload.upload_id = any($3::uuid[])
    and referenced.id = upload.upload_id::text
    and upload.state = case when referenced.is_current then ${SUPERSEDED} else ${COMPLETE} end`;

const updateStates = async (
  trx: DatabaseTransaction,
  { tenantId, inspectionId }: Parameters<SupersedePictures>[1]['ids'],
  uploads: readonly { upload_id: string }[],
): Promise<void> => {
  const uploadIds = uploads.map(({ upload_id }) => upload_id);
  if (uploadIds.length > 0) await run(trx, UPDATE_STATES, [tenantId, inspectionId, uploadIds]);
};
