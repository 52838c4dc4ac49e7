import { Button, Group, Paper, Text } from '@mantine/core';
import classes from './Board.module.css';
import type { Preview } from './preview.ts';
import { useBoardWords } from './words.ts';

const WHY = {
  unknown: 'whyUnknown',
  notPlannable: 'whyNotPlannable',
  nobody: 'whyNobody',
  startsLater: 'whyStartsLater',
  tooLong: 'whyTooLong',
  full: 'whyFull',
} as const;

/** A plan on the board that is none yet: it is taken, or goes without a trace. */
export const PreviewBar = ({
  preview,
  onAccept,
  onDiscard,
}: {
  preview: Preview;
  onAccept: () => void;
  onDiscard: () => void;
}) => {
  const t = useBoardWords();
  const { moves, unplaced } = preview;
  const kinds = [...Map.groupBy(unplaced, ({ why }) => why)];
  return (
    <Paper withBorder shadow="md" className={classes.bar} data-bottom-bar role="status">
      <Group gap="sm" wrap="nowrap">
        <div>
          <Text size="sm" fw={600}>
            {t('previewOf', { count: moves.size })}
          </Text>
          {kinds.map(([why, those]) => (
            <Text key={why} size="xs" c="dimmed">
              {t(WHY[why], { count: those.length })}
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
