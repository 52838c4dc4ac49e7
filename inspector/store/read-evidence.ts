import type { Store } from './store.ts';

/** A picture, signature or file that belongs to an answer. */
export type Evidence = { bytes: Blob; name: string };

/** Downloads a file, given its path on the server. */
export type FetchFile = (path: string) => Promise<Blob>;

type Sources = { store: Store; inspectionId: string; fetchFile: FetchFile };

/** Reads a file from this device, or else downloads it. Returns undefined if it cannot be downloaded at the moment. */
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
