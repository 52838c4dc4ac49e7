import type { Overview } from '#contract/overview.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { getBrowserTimeZone } from '#kit/date-time-format.ts';
import { getWeek } from '#kit/locale.ts';
import { get } from './request.ts';

export type { Overview };

export const readOverview = (query: { teamId?: string; weeks?: number }): Promise<Overview> =>
  get('/api/v1/overview', {
    // The API numbers Sunday as 7.
    query: { ...query, firstDay: getWeek(currentLanguage()).first || 7, timeZone: getBrowserTimeZone() },
  });
