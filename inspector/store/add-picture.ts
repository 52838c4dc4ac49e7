import { nameOfPath } from '#workbook-engine/change-answers.ts';
import { appendAct } from './append-act.ts';
import type { KeptPicture } from './kept.ts';
import { namePictures, type PicturePlace } from './name-pictures.ts';
import { keepFromSending } from './remove-picture.ts';
import type { Store } from './store.ts';

/** A picture, signature or file that was made, and what names it. */
export type NewPicture = PicturePlace & {
  name: string;
  bytes: Blob;
  /** The picture whose place it takes; one that is the only answer takes the place of what stood there. */
  instead?: string;
};

/**
 * Keeps a picture and what names it. The bytes are written first: what is cut off leaves a file that nobody names
 * (dropStrayFiles), and never a name without its file.
 */
export const addPicture = async (store: Store, picture: NewPicture): Promise<string> => {
  const { database, files } = store;
  const { inspectionId, itemId, field, bytes, name, instead, of } = picture;
  const id = store.newId();
  const sha256 = await hashOf(bytes);
  await files.write(id, bytes);
  const kept: KeptPicture = {
    ...{ id, inspectionId, itemId, field: nameOfPath(field), name, sha256 },
    ...{ type: bytes.type, size: bytes.size, sent: 0, uploadUrl: null, isArrived: false },
  };
  const { inspections, commands, queues, pictures } = database;
  await database.transaction('rw', inspections, commands, queues, pictures, async () => {
    await pictures.add(kept);
    let replaced: readonly string[] = [];
    await namePictures(store, picture, (ids) => {
      replaced = of === 'answer' ? ids : ids.filter((each) => each === instead);
      const place = ids.findIndex((each) => replaced.includes(each));
      return place < 0 ? [...ids, id] : ids.toSpliced(place, 1, id);
    });
    for (const gone of replaced) await keepFromSending(store, inspectionId, gone);
    await appendAct(store, inspectionId, { kind: 'attach', pictureId: id });
  });
  return id;
};

const hashOf = async (bytes: Blob): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
