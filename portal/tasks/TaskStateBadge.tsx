import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import { IconAlarm } from '#kit/icons/icons.ts';
import classes from './TaskStateBadge.module.css';

type Props = {
  state: TaskState;
  isLate?: boolean;
  /** Whether to mark a late task with the icon alone. */
  isCompact?: boolean;
};

/** Does not rely on colour alone. */
export const TaskStateBadge = ({ state, isLate = false, isCompact = false }: Props) => {
  const { t } = useTranslation('general');
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Text span size="xs" className={classes.state} data-state={state}>
        {t(`state${state}`)}
      </Text>
      {isLate && (
        <Text span size="xs" className={classes.late}>
          <IconAlarm size={14} aria-hidden />
          {isCompact ? <VisuallyHidden>{t('late')}</VisuallyHidden> : t('late')}
        </Text>
      )}
    </Group>
  );
};
