import { type Message, toEnglish } from '#i18n/message.ts';
import type { PrefillReport } from '#workbook-engine/prefill.ts';

/** Stores each reason both in English and as a translatable `Message`. */
export type StoredPrefill = Omit<PrefillReport, 'unsuitable'> & {
  /** Reports from earlier releases have no `sentence`. */
  unsuitable: { property: string; field: string; reason: string; sentence?: Message }[];
};

export const toStoredPrefill = ({ unsuitable, ...report }: PrefillReport): StoredPrefill => ({
  ...report,
  unsuitable: unsuitable.map(({ reason, ...mapping }) => ({
    ...mapping,
    reason: toEnglish(reason),
    sentence: reason,
  })),
});
