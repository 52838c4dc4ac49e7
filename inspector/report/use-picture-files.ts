import { useEffect, useState } from 'react';
import { useDevice } from '#inspector/device/device.ts';
import { readEvidence } from '#inspector/store/read-evidence.ts';
import type { ReportSource } from './report-data-on-device.ts';

/** Reads an inspection's pictures and signatures. Returns undefined until those on the device have been read. */
export const usePictureFiles = ({
  inspection,
  pictures,
}: ReportSource): ReadonlyMap<string, Blob> | undefined => {
  const { store, client } = useDevice();
  const [files, setFiles] = useState<ReadonlyMap<string, Blob>>();
  const inspectionId = inspection.id;
  // Pictures are immutable, so the result is valid until the IDs change.
  const localIds = joinImageIds(pictures.map(({ id, type }) => ({ id, contentType: type })));
  const remoteIds = joinImageIds(inspection.serverState?.uploads ?? [], localIds);
  useEffect(() => {
    const sources = { store, inspectionId, fetchFile: client.downloadFile };
    const read = async (id: string) => {
      const bytes = (await readEvidence(sources, id))?.bytes;
      if (bytes) setFiles((current) => new Map(current).set(id, bytes));
    };
    const readAll = async () => {
      await Promise.all(localIds.split(' ').filter(Boolean).map(read));
      setFiles((current) => current ?? new Map());
      for (const id of remoteIds.split(' ').filter(Boolean)) await read(id);
    };
    void readAll();
  }, [store, client, inspectionId, localIds, remoteIds]);
  return files;
};

const joinImageIds = (
  uploads: readonly { id: string; contentType: string | null }[],
  excludedIds = '',
): string =>
  uploads
    .filter(({ id, contentType }) => contentType?.startsWith('image/') && !excludedIds.includes(id))
    .map(({ id }) => id)
    .join(' ');
