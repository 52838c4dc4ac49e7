import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { createFinishUpload, type FinishUpload } from './finish-upload.ts';

/** In each process, upload routes and jobs share one queue for decoding pictures. */
export type Uploads = {
  db: Database;
  files: Files;
  versions: WorkbookVersions;
  /** The limit on a tenant's total upload size in bytes. */
  quota: number;
  now: () => number;
  finish: FinishUpload;
  /** Aborted on shutdown. */
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
