import { uploadRejected } from './upload-problems.ts';
import type { UploadRow } from './upload-queries.ts';

/** Throws an error with the reason if the upload was rejected. */
export const throwIfRejected = ({ rejection_reason }: UploadRow): void => {
  if (rejection_reason !== null) throw uploadRejected(rejection_reason);
};
