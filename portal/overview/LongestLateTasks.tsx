import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import type { Overview } from '#portal/api/overview.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import classes from './Overview.module.css';
import { Panel } from './Panel.tsx';

export const LongestLateTasks = ({ tasks }: { tasks: Overview['oldestLate'] }) => {
  const { t } = useTranslation('overview');
  const { t: tCauses } = useTranslation('late-causes');
  if (tasks.length === 0)
    return (
      <Panel title={t('oldestLate')}>
        <EmptyState title={t('nothingLate')}>{t('nothingLateHint')}</EmptyState>
      </Panel>
    );
  return (
    <Panel title={t('oldestLate')}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('task')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('assignee')}</Table.Th>
            <Table.Th>{t('since')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map(({ id, title, assignee, dueDate, lateCause }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <AnchorLink to="/tasks/$taskId" params={{ taskId: id }}>
                  {title}
                </AnchorLink>
                <Text size="xs" hiddenFrom="sm">
                  {assignee ? formatFullName(assignee) : t('unassigned')}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{assignee ? formatFullName(assignee) : t('unassigned')}</Table.Td>
              <Table.Td className={classes.oneLine}>
                {formatDay(dueDate)}
                <Text size="xs" c="dimmed">
                  {tCauses(lateCause)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
};
