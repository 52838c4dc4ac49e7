import type { Store } from './store.ts';

/** A picture, signature or file of an answer. */
export type Evidence = { bytes: Blob; name: string };

/** Downloads a file by its path on the server. */
export type FetchFile = (path: string) => Promise<Blob>;

type Sources = { store: Store; inspectionId: string; fetchFile: FetchFile };

/** Reads a file from this device, or downloads it. Returns undefined if it cannot be downloaded now. */
export const readEvidence = async (
  { store: { database, files }, inspectionId, fetchFile }: Sources,
  id: string,
): Promise<Evidence | undefined> => {
  const [local, file] = await Promise.all([database.pictures.get(id), files.read(id)]);
  // Files on disk have no media type.
  if (local && file) return { bytes: file.slice(0, file.size, local.type), name: local.name };
  const inspection = await database.inspections.get(inspectionId);
  const upload = inspection?.serverState?.uploads.find((upload) => upload.id === id);
  const bytes = upload && (await fetchFile(upload.path).catch(() => undefined));
  return bytes && { bytes, name: upload.filename };
};
