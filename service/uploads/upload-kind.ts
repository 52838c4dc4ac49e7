import type { FieldType } from '#contract/workbook-definition.ts';

/** The kind of an upload depends on its field. Uploads of all other fields are pictures in comments. */
export type UploadKind = 'photo' | 'signature' | 'file';

export const getUploadKind = (type: FieldType): UploadKind =>
  type === 'signature' || type === 'file' ? type : 'photo';
