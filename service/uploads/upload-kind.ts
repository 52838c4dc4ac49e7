import type { FieldType } from '#contract/workbook-definition.ts';

/** The kind of an upload: that of its field, or a picture of a comment on any other field. */
export type UploadKind = 'photo' | 'signature' | 'file';

export const kindOf = (type: FieldType): UploadKind =>
  type === 'signature' || type === 'file' ? type : 'photo';
