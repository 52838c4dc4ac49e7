import { Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import type { Overview } from '#portal/api/overview.ts';
import { DeviceWarning } from '#portal/devices/DeviceWarning.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Bar } from './Bar.tsx';
import { Panel } from './Panel.tsx';

type Person = Overview['workload'][number];

export const Workload = ({ people }: { people: readonly Person[] }) => {
  const { t } = useTranslation('overview');
  const devices = useDevices();
  if (people.length === 0)
    return (
      <Panel title={t('workload')}>
        <EmptyState title={t('noWork')}>{t('noWorkHint')}</EmptyState>
      </Panel>
    );
  return (
    <Panel title={t('workload')}>
      <Table
        verticalSpacing={6}
        data={{
          head: [t('person'), t('thisWeek'), t('nextWeek')],
          body: people.map((person) => [
            <Group key="person" gap={4} wrap="nowrap">
              {formatFullName(person)}
              <DeviceWarning devices={devices[person.id]} />
            </Group>,
            <WeekWorkload key="thisWeek" workload={person.thisWeek} />,
            <WeekWorkload key="nextWeek" workload={person.nextWeek} />,
          ]),
        }}
      />
    </Panel>
  );
};

const WeekWorkload = ({ workload: { plannedMinutes, workingMinutes } }: { workload: Person['thisWeek'] }) => {
  const { t } = useTranslation('overview');
  if (workingMinutes === 0 && plannedMinutes === 0) return t('away');
  const isOverbooked = plannedMinutes > workingMinutes;
  return (
    <>
      <Text span size="xs">
        {t('ofHours', { planned: formatDuration(plannedMinutes), working: formatDuration(workingMinutes) })}
        {isOverbooked && ` – ${t('overbooked')}`}
      </Text>
      <Bar share={workingMinutes === 0 ? 1 : plannedMinutes / workingMinutes} isOverfull={isOverbooked} />
    </>
  );
};
