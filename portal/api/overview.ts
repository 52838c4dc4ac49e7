import type { Overview } from '#contract/overview.ts';
import { getBrowserTimeZone } from '#kit/date-time-format.ts';
import { get } from './request.ts';

export type { Overview };

export const readOverview = (query: { teamId?: string; weeks?: number }): Promise<Overview> =>
  get('/api/v1/overview', { query: { ...query, timeZone: getBrowserTimeZone() } });
