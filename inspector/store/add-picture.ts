import type { Remark } from '#contract/inspection.ts';
import { answerAt, fieldOfPath, nameOfPath, withAnswer } from '#workbook-engine/change-answers.ts';
import { sayWithin } from './answer-field.ts';
import { appendAct } from './append-act.ts';
import type { KeptPicture } from './kept.ts';
import type { Store } from './store.ts';

/** A picture, signature or file that was made, and what it is said of. */
export type NewPicture = {
  inspectionId: string;
  itemId: string;
  /** The path of its field. */
  field: string;
  /** It goes with the remark; otherwise it is the answer, or one of several. */
  of: 'remark' | 'photos' | 'answer';
  name: string;
  bytes: Blob;
};

/**
 * Keeps a picture and what it is said of. The bytes are written first: what is cut off leaves a file that nobody names
 * (dropStrayFiles), and never a name without its file.
 */
export const addPicture = async (store: Store, picture: NewPicture): Promise<string> => {
  const { database, files } = store;
  const { inspectionId, itemId, field, bytes, name } = picture;
  const id = store.newId();
  const sha256 = await hashOf(bytes);
  await files.write(id, bytes);
  const kept: KeptPicture = {
    ...{
      id,
      inspectionId,
      itemId,
      field: nameOfPath(field),
      name,
      type: bytes.type,
      size: bytes.size,
      sha256,
    },
    ...{ sent: 0, uploadUrl: null, isArrived: false },
  };
  const { inspections, commands, queues, pictures } = database;
  await database.transaction('rw', inspections, commands, queues, pictures, async () => {
    await database.pictures.add(kept);
    await nameWithin(store, picture, id);
    await appendAct(store, inspectionId, { kind: 'attach', pictureId: id });
  });
  return id;
};

/** Lets an answer or remark name the picture. */
const nameWithin = async (store: Store, { inspectionId, itemId, field, of }: NewPicture, id: string) => {
  const set = (await store.database.inspections.get(inspectionId))?.sets[itemId];
  if (of === 'remark') {
    const remark: Remark = set?.remarks[field] ?? {};
    const value = { ...remark, pictures: [...(remark.pictures ?? []), id] };
    return sayWithin(store, inspectionId, { itemId, field, isRemark: true, value });
  }
  const answers = set?.answers ?? {};
  const before = answerAt(answers, field);
  const answer = of === 'photos' ? [...(Array.isArray(before) ? (before as string[]) : []), id] : id;
  const within = fieldOfPath(field);
  const value = withAnswer(answers, field, answer)[within]!;
  return sayWithin(store, inspectionId, { itemId, field: within, isRemark: false, value });
};

const hashOf = async (bytes: Blob): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
