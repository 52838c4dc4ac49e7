import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#kit/date-time-format.ts';
import { fullName } from '#portal/api/lookups.ts';
import type { Overview } from '#portal/api/overview.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import classes from './Overview.module.css';
import { Panel } from './Panel.tsx';

/** The tasks that have been late the longest, with their assignees. */
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
      <Table
        verticalSpacing={6}
        data={{
          head: [t('task'), t('assignee'), t('since')],
          body: tasks.map(({ id, title, assignee, dueDate, lateCause }) => [
            <AnchorLink key="task" to="/tasks/$taskId" params={{ taskId: id }}>
              {title}
            </AnchorLink>,
            assignee ? fullName(assignee) : t('nobody'),
            <div key="since" className={classes.oneLine}>
              {formatDay(dueDate)}
              <Text size="xs" c="dimmed">
                {tCauses(lateCause)}
              </Text>
            </div>,
          ]),
        }}
      />
    </Panel>
  );
};
