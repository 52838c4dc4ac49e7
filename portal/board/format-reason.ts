import type { TFunction } from 'i18next';
import type { SuggestionReason } from '#contract/suggestion.ts';
import { formatDay, formatDuration } from '#kit/date-time-format.ts';

/** Formats a reason for or against a suggestion. */
export const formatReason = (t: TFunction<'board'>, language: string, reason: SuggestionReason): string => {
  switch (reason.kind) {
    case 'distance':
      return t('reasonDistance', { kilometres: formatKilometres(reason.metres, language) });
    case 'load':
      return t('load', {
        planned: formatDuration(reason.plannedMinutes, language),
        working: formatDuration(reason.workingMinutes, language),
      });
    case 'visited':
      return t('reasonVisited', { count: reason.visitCount, day: formatDay(reason.lastAt, language) });
    case 'onTime':
      return t('reasonOnTime', { day: formatDay(reason.dueDate, language) });
    case 'late':
      return t('reasonLate', { length: formatDuration(reason.minutesLate, language) });
  }
};

const formatKilometres = (metres: number, language: string): string =>
  (metres / 1_000).toLocaleString(language, { maximumFractionDigits: 1 });
