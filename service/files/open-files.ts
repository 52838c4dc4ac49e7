import type { FilesLocation } from '#service/files-location.ts';
import type { Files } from './files.ts';
import { openFolder } from './folder-files.ts';

/** Loads the S3 client only when needed: it takes 90 ms and 40 MB. */
export const openFiles = async (location: FilesLocation): Promise<Files> => {
  if ('folder' in location) return openFolder(location.folder);
  const { openBucket } = await import('./object-store.ts');
  return openBucket(location.bucket);
};
