import { uploadRejected } from './upload-problems.ts';
import type { UploadRow } from './upload-queries.ts';

/** Throws the reason if the upload was rejected. */
export const throwIfRejected = ({ refusal: rejection }: UploadRow): void => {
  if (rejection !== null) throw uploadRejected(rejection);
};
