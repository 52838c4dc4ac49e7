import { inEnglish, type Sentence } from '#i18n/sentence.ts';
import type { PrefillReport } from '#workbook-engine/prefill.ts';

/** The stored report on prefilling. Each reason is stored in English and as a translatable sentence. */
export type StoredPrefill = Omit<PrefillReport, 'unsuitable'> & {
  /** `sentence` is missing in old reports. */
  unsuitable: { property: string; field: string; reason: string; sentence?: Sentence }[];
};

export const toStoredPrefill = ({ unsuitable, ...report }: PrefillReport): StoredPrefill => ({
  ...report,
  unsuitable: unsuitable.map(({ reason, ...mapping }) => ({
    ...mapping,
    reason: inEnglish(reason),
    sentence: reason,
  })),
});
