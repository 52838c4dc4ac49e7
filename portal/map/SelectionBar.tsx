import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { clearSelection, useSelection } from '#portal/frame/selection.ts';
import { type TaskSearch, USUAL_VIEWS } from '#portal/frame/task-search.ts';
import classes from './Map.module.css';
import { useMapWords } from './words.ts';

/** How many tasks are chosen, and the way to where they are acted on: they stay chosen there. */
export const SelectionBar = ({ filters }: { filters: TaskSearch }) => {
  const t = useMapWords();
  const navigate = useNavigate();
  const { size } = useSelection();
  if (size === 0) return null;
  // The list takes an address without anything for a wish to see what is open: that would hide some.
  const search = Object.keys(filters).length > 0 ? filters : USUAL_VIEWS.viewAll;
  return (
    <Paper
      shadow="md"
      withBorder
      p="xs"
      role="toolbar"
      aria-label={t('selected', { count: size })}
      className={classes.bar}
    >
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" fw={600} role="status">
          {t('selected', { count: size })}
        </Text>
        <Button
          size="xs"
          onClick={() => void navigate({ to: '/tasks', search: { ...search } as TaskSearch })}
        >
          {t('openInList')}
        </Button>
        <CloseButton aria-label={t('clearSelection')} onClick={clearSelection} />
      </Group>
    </Paper>
  );
};
