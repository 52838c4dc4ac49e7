/** File keys consist of an upload's IDs and never contain user-supplied names (S39). */
export type UploadIds = { tenant_id: number; inspection_id: string; upload_id: string };

export const formatUploadFolder = ({ tenant_id, inspection_id, upload_id }: UploadIds): string =>
  `${tenant_id}/${inspection_id}/${upload_id}/`;

/** `name` distinguishes between attempts to write the same bytes. */
export type Piece = { start: number; bytes: number; name: string };

export const formatPieceKey = (ids: UploadIds, { start, name }: Pick<Piece, 'start' | 'name'>): string =>
  `${formatUploadFolder(ids)}${start}-${name}`;

export const formatStoredKey = (ids: UploadIds, storedAs: string): string =>
  `${formatUploadFolder(ids)}${storedAs}`;

export const formatThumbnailKey = (ids: UploadIds, storedAs: string): string =>
  `${formatUploadFolder(ids)}${storedAs}-thumbnail`;

const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY_PATTERN = new RegExp(`^(\\d{1,10})/(${UUID_PATTERN})/(${UUID_PATTERN})/[^/]+$`);

export const parseUploadKey = (key: string): UploadIds | undefined => {
  const [, tenantId, inspectionId, uploadId] = KEY_PATTERN.exec(key) ?? [];
  if (tenantId === undefined || inspectionId === undefined || uploadId === undefined) return undefined;
  return { tenant_id: Number(tenantId), inspection_id: inspectionId, upload_id: uploadId };
};
