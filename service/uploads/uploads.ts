import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import type { Files } from '#service/files/files.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { createFinishUpload, type FinishUpload } from './finish-upload.ts';

/** Dependencies of uploads. Routes and background jobs of a process share one queue for decoding pictures. */
export type Uploads = {
  db: Database;
  files: Files;
  versions: WorkbookVersions;
  /** Bytes that the uploads of one tenant may take. */
  quota: number;
  now: () => number;
  finish: FinishUpload;
  /** Fires when the server stops: long operations are interrupted. */
  stopping: AbortSignal;
  stop(): void;
};

export const createUploads = ({
  signal,
  ...stores
}: Omit<Uploads, 'finish' | 'stopping' | 'stop'> & { signal: Pick<ChangeSignal, 'announce'> }): Uploads => {
  const controller = new AbortController();
  const stopping = controller.signal;
  return {
    ...stores,
    finish: createFinishUpload({ ...stores, signal, stopping }),
    stopping,
    stop: () => controller.abort(),
  };
};
