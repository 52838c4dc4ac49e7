import { Group, Text, VisuallyHidden } from '@mantine/core';
import { IconAlarm } from '@tabler/icons-react';
import type { TaskState } from '#contract/task.ts';
import classes from './TaskStateBadge.module.css';
import { useFrameWords } from './words.ts';

/** Where a task stands, and whether it is late: in words and by a mark, not by colour alone. */
export const TaskStateBadge = ({
  state,
  isLate = false,
  isTight = false,
}: {
  state: TaskState;
  isLate?: boolean;
  /** Where there is no room for the word beside the mark. */
  isTight?: boolean;
}) => {
  const t = useFrameWords();
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Text span size="xs" className={classes.state} data-state={state}>
        {t(`state${state}`)}
      </Text>
      {isLate && (
        <Text span size="xs" className={classes.late}>
          <IconAlarm size={14} aria-hidden />
          {isTight ? <VisuallyHidden>{t('late')}</VisuallyHidden> : t('late')}
        </Text>
      )}
    </Group>
  );
};
