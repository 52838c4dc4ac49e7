import type { FilesLocation } from '#service/files-location.ts';
import type { Files } from './files.ts';
import { openFolder } from './folder-files.ts';

/** Opens a file store without connecting to it. The S3 client takes 90 ms and 40 MB to load, so it is loaded on demand. */
export const openFiles = async (location: FilesLocation): Promise<Files> => {
  if ('folder' in location) return openFolder(location.folder);
  const { openBucket } = await import('./object-store.ts');
  return openBucket(location.bucket);
};
