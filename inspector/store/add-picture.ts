import { parseInnermostField } from '#workbook-engine/change-answers.ts';
import type { LocalPicture } from './local-data.ts';
import { appendToOutbox } from './outbox.ts';
import { type PictureReference, updatePictureReference } from './picture-reference.ts';
import { cancelUpload } from './remove-picture.ts';
import type { Store } from './store.ts';

export type NewPicture = PictureReference & {
  name: string;
  bytes: Blob;
  /** Single-picture fields always replace the existing picture. */
  replacedId?: string;
};

/** Writes the bytes first: an interruption may leave an unreferenced file, but never a dangling reference. */
export const addPicture = async (store: Store, picture: NewPicture): Promise<string> => {
  const { database, files } = store;
  const { inspectionId, itemId, field, bytes, name, replacedId, kind } = picture;
  const id = store.newId();
  const sha256 = await computeSha256(bytes);
  await files.write(id, bytes);
  const localPicture: LocalPicture = {
    ...{ id, inspectionId, itemId, field: parseInnermostField(field), name, sha256 },
    ...{ type: bytes.type, size: bytes.size, sent: 0, uploadUrl: null, isArrived: false },
  };
  const { inspections, outbox, pauses, pictures } = database;
  await database.transaction('rw', inspections, outbox, pauses, pictures, async () => {
    await pictures.add(localPicture);
    let replacedIds: readonly string[] = [];
    await updatePictureReference(store, picture, (ids) => {
      replacedIds = kind === 'answer' ? ids : ids.filter((candidate) => candidate === replacedId);
      const index = ids.findIndex((candidate) => replacedIds.includes(candidate));
      return index < 0 ? [...ids, id] : ids.toSpliced(index, 1, id);
    });
    for (const pictureId of replacedIds) await cancelUpload(store, inspectionId, pictureId);
    await appendToOutbox(store, inspectionId, { kind: 'attach', pictureId: id });
  });
  return id;
};

const computeSha256 = async (bytes: Blob): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
