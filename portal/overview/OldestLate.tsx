import { Anchor, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sayDay } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import type { Overview } from '#portal/api/overview.ts';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { useLateCauseWords } from '#portal/frame/late-cause-words.ts';
import classes from './Overview.module.css';
import { Panel } from './Panel.tsx';
import { useOverviewWords } from './words.ts';

/** What has been late for the longest, and who it is with. */
export const OldestLate = ({ tasks }: { tasks: Overview['oldestLate'] }) => {
  const t = useOverviewWords();
  const sayCause = useLateCauseWords();
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
            <Table.Th>{t('assignee')}</Table.Th>
            <Table.Th>{t('since')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map(({ id, title, assignee, dueDate, lateBecause }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor
                  size="sm"
                  renderRoot={(props) => <Link to="/tasks/$taskId" params={{ taskId: id }} {...props} />}
                >
                  {title}
                </Anchor>
              </Table.Td>
              <Table.Td>{assignee ? fullName(assignee) : t('nobody')}</Table.Td>
              <Table.Td className={classes.oneLine}>
                {sayDay(dueDate, currentLanguage())}
                <Text size="xs" c="dimmed">
                  {sayCause(lateBecause)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
};
