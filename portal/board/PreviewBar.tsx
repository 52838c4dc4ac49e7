import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Board.module.css';
import type { Preview } from './preview.ts';

const REASON_KEYS = {
  notFound: 'whyUnknown',
  notPlannable: 'whyNotPlannable',
  noEligiblePeople: 'whyNoEligiblePeople',
  startsLater: 'whyStartsLater',
  tooLong: 'whyTooLong',
  noCapacity: 'whyFull',
} as const;

type Props = {
  preview: Preview;
  /** Tasks whose day or assignee is not currently on the board. */
  hiddenCount: number;
  onAccept: () => void;
  onDiscard: () => void;
};

export const PreviewBar = ({ preview, hiddenCount, onAccept, onDiscard }: Props) => {
  const { t } = useTranslation('board');
  const { moves, unassigned } = preview;
  const tasksByReason = [...Map.groupBy(unassigned, ({ reason }) => reason)];
  return (
    <Paper withBorder shadow="md" className={classes.bar} data-bottom-bar role="status">
      <Group gap="sm" wrap="nowrap">
        <div>
          <Text size="sm" fw={600}>
            {t('previewOf', { count: moves.size })}
          </Text>
          {hiddenCount > 0 && (
            <Text size="xs" c="dimmed">
              {t('previewHidden', { count: hiddenCount })}
            </Text>
          )}
          {tasksByReason.map(([reason, tasks]) => (
            <Text key={reason} size="xs" c="dimmed">
              {t(REASON_KEYS[reason], { count: tasks.length })}
            </Text>
          ))}
        </div>
        {moves.size > 0 && (
          <Button size="xs" onClick={onAccept}>
            {t('accept')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Paper>
  );
};
