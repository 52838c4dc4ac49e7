import { Group, Table, Text } from '@mantine/core';
import { sayMinutes } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import type { Overview } from '#portal/api/overview.ts';
import { DeviceSign } from '#portal/frame/DeviceSign.tsx';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { useDevices } from '#portal/frame/use-devices.ts';
import { Bar } from './Bar.tsx';
import { Panel } from './Panel.tsx';
import { useOverviewWords } from './words.ts';

type Person = Overview['workload'][number];

/** What is planned for each person of what they work, this week and the next. */
export const Workload = ({ people }: { people: readonly Person[] }) => {
  const t = useOverviewWords();
  const devices = useDevices();
  if (people.length === 0)
    return (
      <Panel title={t('workload')}>
        <EmptyState title={t('noWork')}>{t('noWorkHint')}</EmptyState>
      </Panel>
    );
  return (
    <Panel title={t('workload')}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('person')}</Table.Th>
            <Table.Th>{t('thisWeek')}</Table.Th>
            <Table.Th>{t('nextWeek')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.id}>
              <Table.Td>
                <Group gap={4} wrap="nowrap">
                  {fullName(person)}
                  <DeviceSign devices={devices[person.id]} />
                </Group>
              </Table.Td>
              <Table.Td>
                <Load load={person.thisWeek} />
              </Table.Td>
              <Table.Td>
                <Load load={person.nextWeek} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
};

const Load = ({ load: { plannedMinutes, workingMinutes } }: { load: Person['thisWeek'] }) => {
  const t = useOverviewWords();
  const say = (minutes: number) => sayMinutes(minutes, currentLanguage());
  if (workingMinutes === 0 && plannedMinutes === 0) return t('away');
  const isTooMuch = plannedMinutes > workingMinutes;
  return (
    <>
      <Text span size="xs">
        {t('ofHours', { planned: say(plannedMinutes), working: say(workingMinutes) })}
        {isTooMuch && ` – ${t('tooMuch')}`}
      </Text>
      <Bar part={workingMinutes === 0 ? 1 : plannedMinutes / workingMinutes} isFull={isTooMuch} />
    </>
  );
};
