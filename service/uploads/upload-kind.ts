import type { FieldType } from '#contract/workbook-definition.ts';

/** Uploads for any other field are pictures in comments. */
export type UploadKind = 'photo' | 'signature' | 'file';

export const getUploadKind = (type: FieldType): UploadKind =>
  type === 'signature' || type === 'file' ? type : 'photo';
