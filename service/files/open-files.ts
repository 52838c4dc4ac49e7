import type { FilesLocation } from '#service/files-location.ts';
import type { Files } from './files.ts';
import { openFolder } from './folder-files.ts';

/**
 * Opens a file store without connecting to it. The S3 client is loaded only if it is needed, because loading it
 * takes 90 ms and 40 MB.
 */
export const openFiles = async (location: FilesLocation): Promise<Files> => {
  if ('folder' in location) return openFolder(location.folder);
  const { openBucket } = await import('./object-store.ts');
  return openBucket(location.bucket);
};
