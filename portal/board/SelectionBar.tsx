import { Button, CloseButton, Group, Kbd, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clearSelection } from '#portal/tasks/selection.ts';
import classes from './Board.module.css';

/** The actions for the selected tasks. */
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
  const { t } = useTranslation('board');
  const actions = [
    { word: 'move', key: 'M', onClick: onMove },
    { word: 'assign', key: 'A', onClick: onAssign },
    { word: 'spread', key: 'S', onClick: onSpread },
    { word: 'unplan', key: 'U', onClick: onUnplan },
  ] as const;
  return (
    <Paper withBorder shadow="md" className={classes.bar} data-bottom-bar>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>
          {t('selected', { count })}
        </Text>
        {actions.map(({ word, key, onClick }) => (
          <Button
            key={word}
            size="xs"
            variant="default"
            rightSection={
              <Kbd size="xs" aria-hidden>
                {key}
              </Kbd>
            }
            onClick={onClick}
          >
            {t(word)}
          </Button>
        ))}
        <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
      </Group>
    </Paper>
  );
};
