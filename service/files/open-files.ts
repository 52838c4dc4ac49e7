import type { FilesPlace } from '#service/files-place.ts';
import type { Files } from './files.ts';
import { openFolder } from './folder-files.ts';

/** Nothing is contacted until the first use. The client of object stores takes 90 ms and 40 MB, where there is one. */
export const openFiles = async (place: FilesPlace): Promise<Files> => {
  if ('folder' in place) return openFolder(place.folder);
  const { openBucket } = await import('./object-store.ts');
  return openBucket(place.bucket);
};
