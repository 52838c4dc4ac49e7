import { Stack, Text } from '@mantine/core';
import type { TaskView } from '#contract/task-view.ts';
import { sayMinutes, sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import { DeviceNotes } from '#portal/frame/DeviceNotes.tsx';
import { useLateCauseWords } from '#portal/frame/late-cause-words.ts';
import { useDevices } from '#portal/frame/use-devices.ts';
import { FactSection } from './FactSection.tsx';
import { InspectionsOfTask } from './InspectionsOfTask.tsx';
import { PropertyFacts } from './PropertyFacts.tsx';
import classes from './TaskFacts.module.css';
import { useTaskWords } from './words.ts';

/** What a task says: when and by whom, what is inspected, and what its external application told beside. */
export const TaskFacts = ({ task }: { task: TaskView }) => {
  const t = useTaskWords();
  const sayCause = useLateCauseWords();
  const language = currentLanguage();
  const devices = useDevices();
  const ofAssignee = task.state === 'Active' && task.assignee ? devices[task.assignee.id] : undefined;
  const moment = (value: string | null) => (value === null ? null : sayMoment(value, language));
  return (
    <Stack>
      <FactSection
        title={t('planning')}
        facts={[
          [t('assignee'), task.assignee ? fullName(task.assignee) : t('nobodyYet')],
          [t('devices'), ofAssignee && <DeviceNotes devices={ofAssignee} isAtWork />],
          [t('plannedStart'), moment(task.plannedStart) ?? t('notPlanned')],
          [t('duration'), sayMinutes(task.expectedMinutes, language)],
          [t('startDate'), moment(task.startDate)],
          [t('dueDate'), moment(task.dueDate)],
          [t('late'), task.lateBecause && sayCause(task.lateBecause)],
          [t('actualStart'), moment(task.actualStart)],
          [t('actualEnd'), moment(task.actualEnd)],
        ]}
      />
      <InspectionsOfTask task={task} />
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
                    {item.title} <span className={classes.quiet}>{item.externalId}</span>
                  </li>
                ))}
                {task.itemCount > task.items.length && (
                  <li>{t('moreItems', { count: task.itemCount - task.items.length })}</li>
                )}
              </ul>
            ),
          ],
          [t('description'), task.description && <span className={classes.text}>{task.description}</span>],
        ]}
      />
      <PropertyFacts task={task} />
      <Text size="xs" c="dimmed">
        {t('madeAndChanged', { made: moment(task.createdAt), changed: moment(task.modifiedAt) })}
      </Text>
    </Stack>
  );
};
