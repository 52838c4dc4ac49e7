import { useEffect, useState } from 'react';
import type { KeptPicture } from '#inspector/store/kept.ts';
import type { Store } from '#inspector/store/store.ts';

/** The pictures and signatures that lie on the device, by their ids; undefined until they have been looked for. */
export const usePictureFiles = (
  { files }: Store,
  pictures: readonly KeptPicture[],
): ReadonlyMap<string, Blob> | undefined => {
  const [found, setFound] = useState<ReadonlyMap<string, Blob>>();
  // A picture never changes, so what was read is right as long as these are the same.
  const wanted = pictures
    .filter(({ type }) => type.startsWith('image/'))
    .map(({ id, type }) => `${id} ${type}`)
    .join('\n');
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const all = await Promise.all(
        wanted
          .split('\n')
          .filter((line) => line !== '')
          .map(async (line) => {
            const [id, type] = line.split(' ') as [string, string];
            const bytes = await files.read(id);
            // A file of the browser's own does not know of what kind it is.
            return bytes && ([id, bytes.slice(0, bytes.size, type)] as const);
          }),
      );
      if (!isGone) setFound(new Map(all.filter((pair) => pair !== undefined)));
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [files, wanted]);
  return found;
};
