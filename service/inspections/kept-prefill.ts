import { inEnglish, type Sentence } from '#sentences/sentence.ts';
import type { PrefillReport } from '#workbook-engine/prefill.ts';

/** What became of the task's properties, as it is kept: each reason in English, and apart from the language. */
export type KeptPrefill = Omit<PrefillReport, 'unsuitable'> & {
  /** Without a sentence where it was kept before sentences were. */
  unsuitable: { property: string; field: string; reason: string; sentence?: Sentence }[];
};

export const keptPrefill = ({ unsuitable, ...report }: PrefillReport): KeptPrefill => ({
  ...report,
  unsuitable: unsuitable.map(({ reason, ...place }) => ({
    ...place,
    reason: inEnglish(reason),
    sentence: reason,
  })),
});
