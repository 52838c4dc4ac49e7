import type { FilesLocation } from '#service/files-location.ts';
import type { Files } from './files.ts';
import { openFolder } from './folder-files.ts';

/**
 * Contacts no store until the first use. The client of object stores, loaded only when needed, takes 90 ms and 40 MB.
 */
export const openFiles = async (place: FilesLocation): Promise<Files> => {
  if ('folder' in place) return openFolder(place.folder);
  const { openBucket } = await import('./object-store.ts');
  return openBucket(place.bucket);
};
