import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Overview } from '#contract/overview.ts';
import { formatDuration } from '#kit/date-time-format.ts';
import { readOverview } from '#portal/api/overview.ts';

type WeekWorkload = Overview['workload'][number]['thisWeek'];

/** Formats this week's and next week's workload of each user, by user ID. */
export const useWorkloads = (): ReadonlyMap<number, string> => {
  const { t } = useTranslation('planning');
  const { data } = useQuery({
    queryKey: ['overview', {}],
    queryFn: () => readOverview({}),
    meta: { isLive: true },
  });
  const formatWorkload = ({ plannedMinutes, workingMinutes }: WeekWorkload) =>
    workingMinutes === 0 && plannedMinutes === 0
      ? t('away')
      : t('load', { planned: formatDuration(plannedMinutes), working: formatDuration(workingMinutes) });
  return new Map(
    data?.workload.map(({ id, thisWeek, nextWeek }) => [
      id,
      t('workload', { thisWeek: formatWorkload(thisWeek), nextWeek: formatWorkload(nextWeek) }),
    ]),
  );
};
