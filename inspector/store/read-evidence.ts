import type { Store } from './store.ts';

/** A picture, signature or file that belongs to an answer. */
export type Evidence = { bytes: Blob; name: string };

export type FetchFile = (path: string) => Promise<Blob>;

type EvidenceContext = { store: Store; inspectionId: string; fetchFile: FetchFile };

/** Reads a file from this device, falling back to a download. Returns undefined if it is currently unavailable. */
export const readEvidence = async (
  { store: { database, files }, inspectionId, fetchFile }: EvidenceContext,
  id: string,
): Promise<Evidence | undefined> => {
  const [picture, file] = await Promise.all([database.pictures.get(id), files.read(id)]);
  // Adds the media type, which files on disk lack.
  if (picture && file) return { bytes: file.slice(0, file.size, picture.type), name: picture.name };
  const inspection = await database.inspections.get(inspectionId);
  const upload = inspection?.serverState?.uploads.find((upload) => upload.id === id);
  const bytes = upload && (await fetchFile(upload.path).catch(() => undefined));
  return bytes && { bytes, name: upload.filename };
};
