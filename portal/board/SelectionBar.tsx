import { Button, CloseButton, Group, Kbd, Paper, Text } from '@mantine/core';
import { clearSelection } from '#portal/frame/selection.ts';
import classes from './Board.module.css';
import { useBoardWords } from './words.ts';

/** What can be done with the chosen tasks. */
export const SelectionBar = ({
  count,
  onMove,
  onAssign,
  onUnplan,
  onSpread,
}: {
  count: number;
  onMove: () => void;
  onAssign: () => void;
  onUnplan: () => void;
  onSpread: () => void;
}) => {
  const t = useBoardWords();
  const acts = [
    { word: 'move', key: 'M', act: onMove },
    { word: 'assign', key: 'A', act: onAssign },
    { word: 'spread', key: 'S', act: onSpread },
    { word: 'unplan', key: 'U', act: onUnplan },
  ] as const;
  return (
    <Paper withBorder shadow="md" className={classes.bar} data-bottom-bar>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>
          {t('selected', { count })}
        </Text>
        {acts.map(({ word, key, act }) => (
          <Button
            key={word}
            size="xs"
            variant="default"
            rightSection={
              <Kbd size="xs" aria-hidden>
                {key}
              </Kbd>
            }
            onClick={act}
          >
            {t(word)}
          </Button>
        ))}
        <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
      </Group>
    </Paper>
  );
};
