import type { TFunction } from 'i18next';
import type { SuggestionReason } from '#contract/suggestion.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDay, formatDuration } from '#kit/date-time-format.ts';

export const formatReason = (t: TFunction<'board'>, reason: SuggestionReason): string => {
  switch (reason.kind) {
    case 'distance':
      return t('reasonDistance', { kilometres: formatKilometres(reason.metres) });
    case 'load':
      return t('load', {
        planned: formatDuration(reason.plannedMinutes),
        working: formatDuration(reason.workingMinutes),
      });
    case 'visited':
      return t('reasonVisited', { count: reason.visitCount, day: formatDay(reason.lastAt) });
    case 'onTime':
      return t('reasonOnTime', { day: formatDay(reason.dueDate) });
    case 'late':
      return t('reasonLate', { length: formatDuration(reason.minutesLate) });
  }
};

const formatKilometres = (metres: number): string =>
  (metres / 1_000).toLocaleString(currentLanguage(), { maximumFractionDigits: 1 });
