import { nameOfPath } from '#workbook-engine/change-answers.ts';
import type { LocalPicture } from './local-data.ts';
import { appendToOutbox } from './outbox.ts';
import { type PicturePlace, updatePictureReferences } from './picture-references.ts';
import { cancelUpload } from './remove-picture.ts';
import type { Store } from './store.ts';

/** A new picture, signature or file, and the answer or comment that refers to it. */
export type NewPicture = PicturePlace & {
  name: string;
  bytes: Blob;
  /** The picture that it replaces. In a field with a single picture the new one always replaces the old one. */
  instead?: string;
};

/**
 * Saves a picture and the reference to it. The bytes are written first: an interruption leaves an unreferenced file
 * (deleteOrphanFiles), never a reference without a file.
 */
export const addPicture = async (store: Store, picture: NewPicture): Promise<string> => {
  const { database, files } = store;
  const { inspectionId, itemId, field, bytes, name, instead, of } = picture;
  const id = store.newId();
  const sha256 = await hashOf(bytes);
  await files.write(id, bytes);
  const added: LocalPicture = {
    ...{ id, inspectionId, itemId, field: nameOfPath(field), name, sha256 },
    ...{ type: bytes.type, size: bytes.size, sent: 0, uploadUrl: null, isArrived: false },
  };
  const { inspections, commands, queues, pictures } = database;
  await database.transaction('rw', inspections, commands, queues, pictures, async () => {
    await pictures.add(added);
    let replaced: readonly string[] = [];
    await updatePictureReferences(store, picture, (ids) => {
      replaced = of === 'answer' ? ids : ids.filter((each) => each === instead);
      const place = ids.findIndex((each) => replaced.includes(each));
      return place < 0 ? [...ids, id] : ids.toSpliced(place, 1, id);
    });
    for (const replacedId of replaced) await cancelUpload(store, inspectionId, replacedId);
    await appendToOutbox(store, inspectionId, { kind: 'attach', pictureId: id });
  });
  return id;
};

const hashOf = async (bytes: Blob): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
