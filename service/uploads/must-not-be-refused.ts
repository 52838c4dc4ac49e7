import { uploadRefused } from './upload-problems.ts';
import type { UploadRow } from './upload-queries.ts';

/** Tells whoever goes on with an upload that was refused why it was. */
export const mustNotBeRefused = ({ refusal }: UploadRow): void => {
  if (refusal !== null) throw uploadRefused(refusal);
};
