import { Button, CloseButton, Group, Kbd, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clearSelection } from '#portal/tasks/selection.ts';
import classes from './Board.module.css';

type Props = {
  count: number;
  onMove: () => void;
  onAssign: () => void;
  onUnplan: () => void;
  onSpread: () => void;
};

export const SelectionBar = ({ count, onMove, onAssign, onUnplan, onSpread }: Props) => {
  const { t } = useTranslation('board');
  const actions = [
    { labelKey: 'move', key: 'M', onClick: onMove },
    { labelKey: 'assign', key: 'A', onClick: onAssign },
    { labelKey: 'spread', key: 'S', onClick: onSpread },
    { labelKey: 'unplan', key: 'U', onClick: onUnplan },
  ] as const;
  return (
    <Paper withBorder shadow="md" className={classes.bar} data-bottom-bar>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" fw={600}>
          {t('selected', { count })}
        </Text>
        {actions.map(({ labelKey, key, onClick }) => (
          <Button
            key={labelKey}
            size="xs"
            variant="default"
            rightSection={
              <Kbd size="xs" aria-hidden>
                {key}
              </Kbd>
            }
            onClick={onClick}
          >
            {t(labelKey)}
          </Button>
        ))}
        <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
      </Group>
    </Paper>
  );
};
