import type { Reason } from '#contract/suggestion.ts';
import { sayDay, sayMinutes } from '#kit/moments.ts';
import type { useBoardWords } from './words.ts';

/** What speaks for a suggestion, or against it. */
export const reasonText = (t: ReturnType<typeof useBoardWords>, language: string, reason: Reason): string => {
  switch (reason.kind) {
    case 'distance':
      return t('reasonDistance', { kilometres: kilometres(reason.metres, language) });
    case 'load':
      return t('load', {
        planned: sayMinutes(reason.plannedMinutes, language),
        working: sayMinutes(reason.workingMinutes, language),
      });
    case 'visited':
      return t('reasonVisited', { count: reason.times, day: sayDay(reason.lastAt, language) });
    case 'dueInTime':
      return t('reasonInTime', { day: sayDay(reason.dueDate, language) });
    case 'late':
      return t('reasonLate', { length: sayMinutes(reason.minutesLate, language) });
  }
};

const kilometres = (metres: number, language: string): string =>
  (metres / 1_000).toLocaleString(language === 'nl' ? 'nl' : 'en', { maximumFractionDigits: 1 });
