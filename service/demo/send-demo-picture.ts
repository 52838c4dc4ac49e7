import { randomUUIDv7 } from 'node:crypto';
import { inTransaction } from '#service/database/in-transaction.ts';
import type { Actor } from '#service/identity/actor.ts';
import { createUpload } from '#service/uploads/create-upload.ts';
import { addPiece, becomeReceiver, releaseReceiver } from '#service/uploads/receivers.ts';
import { formatPieceKey } from '#service/uploads/stored-names.ts';
import { findUpload } from '#service/uploads/upload-queries.ts';
import type { Uploads } from '#service/uploads/uploads.ts';

export type DemoPicture = { field: string; itemId: string | undefined; filename: string; bytes: Buffer };

/** Uploads a picture as a phone would, as the field's answer. */
export const sendDemoPicture = async (
  uploads: Uploads,
  inspector: Actor,
  inspectionId: string,
  { field, itemId, filename, bytes }: DemoPicture,
): Promise<void> => {
  const { db, files, versions, quota } = uploads;
  const filetype = filename.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const metadata = { inspectionId, field, filename, filetype, ...(itemId !== undefined && { itemId }) };
  const input = { metadata, rawMetadata: '', size: bytes.length, uploadId: randomUUIDv7() };
  const upload = await inTransaction(db, (trx) => createUpload(trx, inspector, { input, versions, quota }));
  const receiver = (await becomeReceiver(db, upload))!;
  const piece = { start: 0, bytes: bytes.length, name: receiver.name };
  await files.put(formatPieceKey(upload, piece), bytes, bytes.length);
  await addPiece(db, upload, piece);
  await releaseReceiver(db, upload, receiver);
  await uploads.finish((await findUpload(db, upload.tenant_id, upload.upload_id))!);
};
