import { Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LateCause } from '#contract/late-cause.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatFullName } from '#kit/full-name.ts';
import type { Overview } from '#portal/api/overview.ts';
import { LATE_CAUSES } from '#portal/api/task-query.ts';
import { DeviceNotes } from '#portal/devices/DeviceNotes.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { useIsPhone } from '#portal/ui/use-is-phone.ts';
import classes from './Overview.module.css';
import { Panel } from './Panel.tsx';

type AssigneeLateness = Overview['lateByAssignee'][number];

type LatenessProps = { lateByAssignee: readonly AssigneeLateness[]; teamId: string | undefined };

export const Lateness = ({ lateByAssignee, teamId }: LatenessProps) => {
  const { t } = useTranslation('overview');
  const devices = useDevices();
  const isPhone = useIsPhone();
  const teamFilter = teamId === undefined ? {} : { teamId };
  return (
    <Panel title={t('lateBy')}>
      <Table verticalSpacing={6} aria-label={t('lateBy')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('lateAssignee')}</Table.Th>
            <Table.Th className={classes.number}>{t('lateTasks')}</Table.Th>
            {!isPhone && <Table.Th>{t('reason')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Row name={<b>{t('everyone')}</b>} causes={sumCauses(lateByAssignee)} search={teamFilter} />
          {lateByAssignee.map(({ assignee, causes }) => (
            <Row
              key={assignee?.id ?? 'unassigned'}
              name={assignee ? formatFullName(assignee) : t('unassigned')}
              causes={causes}
              search={{ ...teamFilter, assigneeId: [assignee?.id ?? 'none'] }}
            >
              {assignee && (
                <DeviceNotes devices={devices[assignee.id]} isAtWork={hasStartedTasks(causes)} onlyWarnings />
              )}
            </Row>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
};

const hasStartedTasks = (causes: AssigneeLateness['causes']): boolean =>
  causes.some(({ cause }) => cause === 'notCompleted' || cause === 'returned');

const sumCauses = (lateByAssignee: readonly AssigneeLateness[]): AssigneeLateness['causes'] => {
  const causeCounts = lateByAssignee.flatMap(({ causes }) => causes);
  return LATE_CAUSES.map((cause) => ({
    cause,
    count: causeCounts
      .filter((causeCount) => causeCount.cause === cause)
      .reduce((sum, { count }) => sum + count, 0),
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
};

type RowProps = {
  name: ReactNode;
  causes: AssigneeLateness['causes'];
  search: { teamId?: string; assigneeId?: (number | 'none')[] };
  children?: ReactNode;
};

const Row = ({ name, causes, search, children }: RowProps) => {
  const { t: tCauses } = useTranslation('late-causes');
  const total = causes.reduce((sum, { count }) => sum + count, 0);
  const renderTaskLink = (text: string, filter: { isLate: true } | { lateCause: LateCause[] }) => (
    <AnchorLink to="/tasks" search={{ ...search, ...filter, sort: 'dueDate' } as object}>
      {text}
    </AnchorLink>
  );
  const reasons = (
    <>
      <Group gap="xs">
        {causes.map(({ cause, count }) => (
          <Text key={cause} span size="sm" className={classes.oneLine}>
            {count.toLocaleString(currentLanguage())} ×{' '}
            {renderTaskLink(tCauses(cause), { lateCause: [cause] })}
          </Text>
        ))}
      </Group>
      {children}
    </>
  );
  const isPhone = useIsPhone();
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        {isPhone && reasons}
      </Table.Td>
      <Table.Td className={classes.number}>
        {renderTaskLink(total.toLocaleString(currentLanguage()), { isLate: true })}
      </Table.Td>
      {!isPhone && <Table.Td>{reasons}</Table.Td>}
    </Table.Tr>
  );
};
