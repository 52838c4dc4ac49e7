import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { createFinishUpload, type FinishUpload } from './finish-upload.ts';

/** Upload routes and jobs share one queue for decoding pictures in each process. */
export type Uploads = {
  db: Database;
  files: Files;
  versions: WorkbookVersions;
  /** The maximum total size of a tenant's uploads in bytes. */
  quota: number;
  now: () => number;
  finish: FinishUpload;
  /** Aborted when the server stops. */
  stopSignal: AbortSignal;
  stop(): void;
};

export const createUploads = ({
  signal,
  ...stores
}: Omit<Uploads, 'finish' | 'stopSignal' | 'stop'> & {
  signal: Pick<ChangeSignal, 'notifyReaders'>;
}): Uploads => {
  const controller = new AbortController();
  const stopSignal = controller.signal;
  return {
    ...stores,
    finish: createFinishUpload({ ...stores, signal, stopSignal }),
    stopSignal,
    stop: () => controller.abort(),
  };
};
