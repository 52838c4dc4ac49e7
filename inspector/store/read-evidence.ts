import type { Store } from './store.ts';

/** A picture, signature or file that an answer names. */
export type Evidence = { bytes: Blob; name: string };

/** Fetches a file by its path on the server. */
export type FetchFile = (path: string) => Promise<Blob>;

type Sources = { store: Store; inspectionId: string; fetchFile: FetchFile };

/** What was made here lies here; what others made comes from the server. undefined: it is out of reach now. */
export const readEvidence = async (
  { store: { database, files }, inspectionId, fetchFile }: Sources,
  id: string,
): Promise<Evidence | undefined> => {
  const [own, file] = await Promise.all([database.pictures.get(id), files.read(id)]);
  // A file of the disk does not know its type.
  if (own && file) return { bytes: file.slice(0, file.size, own.type), name: own.name };
  const inspection = await database.inspections.get(inspectionId);
  const there = inspection?.reading?.uploads.find((upload) => upload.id === id);
  const bytes = there && (await fetchFile(there.path).catch(() => undefined));
  return bytes && { bytes, name: there.filename };
};
