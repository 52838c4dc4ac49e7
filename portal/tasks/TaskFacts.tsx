import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TASK_FIELDS } from '#contract/task-fields.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatDateTime, formatDuration } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { DeviceNotes } from '#portal/devices/DeviceNotes.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { FactSection } from './FactSection.tsx';
import { PropertyFacts } from './PropertyFacts.tsx';
import classes from './TaskFacts.module.css';
import { TaskInspections } from './TaskInspections.tsx';

type Fact = readonly [string, ReactNode];

export const TaskFacts = ({ task }: { task: TaskView }) => {
  const { t } = useTranslation('tasks');
  const { t: tCauses } = useTranslation('late-causes');
  const fieldLabels = useTaskFieldLabels();
  const devices = useDevices();
  const assigneeDevices = task.state === 'Active' && task.assignee ? devices[task.assignee.id] : undefined;
  const formatOptionalTime = (time: string | null) => time && formatDateTime(time);
  return (
    <Stack>
      <FactSection
        title={t('planning')}
        facts={[
          [t('assignee'), task.assignee ? formatFullName(task.assignee) : t('offeredToTeam')],
          [t('devices'), assigneeDevices && <DeviceNotes devices={assigneeDevices} isAtWork />],
          ...TASK_FIELDS.map(
            ([name, { kind }]): Fact => [
              fieldLabels.getLabel(name),
              // The duration has its own entry below.
              kind !== 'text' &&
                kind !== 'minutes' &&
                (fieldLabels.formatValue(name, task[name]) || (name === 'plannedStart' && t('notPlanned'))),
            ],
          ),
          [t('duration'), formatDuration(task.expectedMinutes)],
          [t('late'), task.lateCause && tCauses(task.lateCause)],
          [t('actualStart'), formatOptionalTime(task.actualStart)],
          [t('actualEnd'), formatOptionalTime(task.actualEnd)],
        ]}
      />
      <TaskInspections task={task} />
      <FactSection
        title={t('work')}
        facts={[
          [t('team'), task.team.title],
          [t('workbook'), task.workbook.title],
          [
            t('items'),
            task.items.length > 0 && (
              <ul className={classes.items}>
                {task.items.map((item) => (
                  <li key={item.id}>
                    {item.title} <span className={classes.externalId}>{item.externalId}</span>
                  </li>
                ))}
                {task.itemCount > task.items.length && (
                  <li>{t('moreItems', { count: task.itemCount - task.items.length })}</li>
                )}
              </ul>
            ),
          ],
          ...TASK_FIELDS.map(
            ([name, { kind }]): Fact => [
              fieldLabels.getLabel(name),
              kind === 'text' && task[name] && <span className={classes.text}>{task[name]}</span>,
            ],
          ),
        ]}
      />
      <PropertyFacts task={task} />
      <DimmedText size="xs">
        {t('createdAndChanged', {
          created: formatOptionalTime(task.createdAt),
          changed: formatOptionalTime(task.modifiedAt),
        })}
      </DimmedText>
    </Stack>
  );
};
