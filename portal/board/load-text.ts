import { sayMinutes } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { type DayLoad, isOverfull } from './board-layout.ts';
import { useBoardWords } from './words.ts';

/** How full a day is, in words; `isShort`: where there is room for figures only. */
export const useLoadText = () => {
  const t = useBoardWords();
  const language = currentLanguage();
  return (load: DayLoad, isShort = false): string => {
    const { plannedMinutes, workingMinutes, isAbsent, reason } = load;
    if (isAbsent) return reason === null ? t('absent') : t('absentFor', { reason });
    if (workingMinutes === 0 && plannedMinutes === 0) return t('free');
    if (isShort) return `${isOverfull(load) ? '! ' : ''}${hours(plannedMinutes)}/${hours(workingMinutes)}`;
    const planned = sayMinutes(plannedMinutes, language);
    const working = sayMinutes(workingMinutes, language);
    return t(isOverfull(load) ? 'loadOverfull' : 'load', { planned, working });
  };
};

/** 7.5 */
const hours = (minutes: number): string => String(Math.round(minutes / 6) / 10);
