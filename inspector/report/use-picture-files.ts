import { useEffect, useState } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { readEvidence } from '#inspector/store/read-evidence.ts';
import type { KeptReport } from './facts-on-device.ts';

/**
 * Pictures and signatures by their ids: those that lie on the device, and as they come those that others made; undefined
 * until the device has been looked at.
 */
export const usePictureFiles = ({
  inspection,
  pictures,
}: KeptReport): ReadonlyMap<string, Blob> | undefined => {
  const { store, server } = useDevice();
  const [found, setFound] = useState<ReadonlyMap<string, Blob>>();
  const inspectionId = inspection.id;
  // A picture never changes, so what was read is right as long as these are the same.
  const own = idsOfImages(pictures.map(({ id, type }) => ({ id, contentType: type })));
  const others = idsOfImages(inspection.reading?.uploads ?? [], own);
  useEffect(() => {
    let isGone = false;
    const sources = { store, inspectionId, fetchFile: server.file };
    const read = async (id: string) => {
      const bytes = (await readEvidence(sources, id))?.bytes;
      if (bytes && !isGone) setFound((before) => new Map(before).set(id, bytes));
    };
    const readAll = async () => {
      await Promise.all(own.split(' ').filter(Boolean).map(read));
      if (!isGone) setFound((before) => before ?? new Map());
      for (const id of others.split(' ').filter(Boolean)) await read(id);
    };
    void readAll();
    return () => {
      isGone = true;
    };
  }, [store, server, inspectionId, own, others]);
  return found;
};

const idsOfImages = (files: readonly { id: string; contentType: string | null }[], without = ''): string =>
  files
    .filter(({ id, contentType }) => contentType?.startsWith('image/') && !without.includes(id))
    .map(({ id }) => id)
    .join(' ');
