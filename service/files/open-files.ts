import type { FilesLocation } from '#service/files-location.ts';
import type { Files } from './files.ts';
import { openFolder } from './folder-files.ts';

/** Does not connect. The S3 client is loaded on demand, because that takes 90 ms and 40 MB. */
export const openFiles = async (location: FilesLocation): Promise<Files> => {
  if ('folder' in location) return openFolder(location.folder);
  const { openBucket } = await import('./object-store.ts');
  return openBucket(location.bucket);
};
