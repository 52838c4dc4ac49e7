import { inEnglish, type Sentence } from '#i18n/sentence.ts';
import type { PrefillReport } from '#workbook-engine/prefill.ts';

/** The report on prefilling as it is stored: each reason in English, and as a sentence that can be translated. */
export type StoredPrefill = Omit<PrefillReport, 'unsuitable'> & {
  /** Absent in reports from before sentences were stored. */
  unsuitable: { property: string; field: string; reason: string; sentence?: Sentence }[];
};

export const storedPrefill = ({ unsuitable, ...report }: PrefillReport): StoredPrefill => ({
  ...report,
  unsuitable: unsuitable.map(({ reason, ...place }) => ({
    ...place,
    reason: inEnglish(reason),
    sentence: reason,
  })),
});
