import type { TFunction } from 'i18next';
import { formatDuration } from '#kit/date-time-format.ts';
import { type DayLoad, isOverbooked } from './board-layout.ts';

/** `short` fits into a row header. `planned` shows only the planned time, which fits next to a load bar. */
export type LoadFormat = 'full' | 'short' | 'planned';

export const formatLoad = (t: TFunction<'board'>, load: DayLoad, format: LoadFormat): string => {
  const { plannedMinutes, workingMinutes, isAbsent, reason } = load;
  if (isAbsent) return reason === null ? t('absent') : t('absentFor', { reason });
  if (workingMinutes === 0 && plannedMinutes === 0) return t('free');
  const planned = formatDuration(plannedMinutes);
  const working = formatDuration(workingMinutes);
  if (format === 'planned') return `${isOverbooked(load) ? '! ' : ''}${planned}`;
  if (format === 'short')
    return t(isOverbooked(load) ? 'loadShortOverbooked' : 'loadShort', { planned, working });
  return t(isOverbooked(load) ? 'loadOverbooked' : 'load', { planned, working });
};
