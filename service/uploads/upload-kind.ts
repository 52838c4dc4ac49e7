import type { FieldType } from '#contract/workbook-definition.ts';

/** What an upload may be: what its field takes, or a picture of the remark on any other field. */
export type UploadKind = 'photo' | 'signature' | 'file';

export const kindOf = (type: FieldType): UploadKind =>
  type === 'signature' || type === 'file' ? type : 'photo';
