import type { TFunction } from 'i18next';
import { type DayLoad, isOverbooked } from './board-layout.ts';

/** The load of a day as text; `isShort`: numbers only. */
export const loadText = (
  t: TFunction<'board'>,
  language: string,
  load: DayLoad,
  isShort: boolean,
): string => {
  const { plannedMinutes, workingMinutes, isAbsent, reason } = load;
  if (isAbsent) return reason === null ? t('absent') : t('absentFor', { reason });
  if (workingMinutes === 0 && plannedMinutes === 0) return t('free');
  const [planned, working] = [plannedMinutes, workingMinutes].map((minutes) => hours(minutes, language));
  if (isShort) return `${isOverbooked(load) ? '! ' : ''}${planned}/${working}`;
  return t(isOverbooked(load) ? 'loadOverbooked' : 'load', { planned, working });
};

/** 7.5 */
export const hours = (minutes: number, language: string): string =>
  (minutes / 60).toLocaleString(language, { maximumFractionDigits: 1 });
