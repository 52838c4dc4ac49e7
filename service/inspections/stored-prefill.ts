import { type Sentence, toEnglish } from '#i18n/sentence.ts';
import type { PrefillReport } from '#workbook-engine/prefill.ts';

/** The stored report about prefilling. Each reason is stored both in English and as a translatable sentence. */
export type StoredPrefill = Omit<PrefillReport, 'unsuitable'> & {
  /** Reports from earlier releases have no `sentence`. */
  unsuitable: { property: string; field: string; reason: string; sentence?: Sentence }[];
};

export const toStoredPrefill = ({ unsuitable, ...report }: PrefillReport): StoredPrefill => ({
  ...report,
  unsuitable: unsuitable.map(({ reason, ...mapping }) => ({
    ...mapping,
    reason: toEnglish(reason),
    sentence: reason,
  })),
});
