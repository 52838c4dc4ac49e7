import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import { IconAlarm } from '#kit/icons/icons.ts';
import classes from './TaskStateBadge.module.css';

/** The state of a task and whether it is late, by text and icon and not by colour alone. */
export const TaskStateBadge = ({
  state,
  isLate = false,
  isTight = false,
}: {
  state: TaskState;
  isLate?: boolean;
  /** Shows the icon without its text. */
  isTight?: boolean;
}) => {
  const { t } = useTranslation('general');
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
