import { type DayLoad, isOverfull } from './board-layout.ts';
import type { useBoardWords } from './words.ts';

/** How full a day is, in words; `isShort`: where there is room for figures only. */
export const loadText = (
  t: ReturnType<typeof useBoardWords>,
  language: string,
  load: DayLoad,
  isShort: boolean,
): string => {
  const { plannedMinutes, workingMinutes, isAbsent, reason } = load;
  if (isAbsent) return reason === null ? t('absent') : t('absentFor', { reason });
  if (workingMinutes === 0 && plannedMinutes === 0) return t('free');
  const [planned, working] = [plannedMinutes, workingMinutes].map((minutes) => hours(minutes, language));
  if (isShort) return `${isOverfull(load) ? '! ' : ''}${planned}/${working}`;
  return t(isOverfull(load) ? 'loadOverfull' : 'load', { planned, working });
};

/** 7.5 */
const hours = (minutes: number, language: string): string =>
  (minutes / 60).toLocaleString(language, { maximumFractionDigits: 1 });
