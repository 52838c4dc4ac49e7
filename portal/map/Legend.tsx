import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ITEM_MARK, LATE_MARK, MARK_BOX, type Mark, STATE_MARKS } from '#kit/map/marks.ts';
import { TASK_STATES } from '#portal/api/task-query.ts';
import classes from './Map.module.css';

/** Explains the marks on the map. */
export const Legend = ({ isItemsShown }: { isItemsShown: boolean }) => {
  const { t } = useTranslation('map');
  const { t: general } = useTranslation('general');
  const entry = (mark: Mark, label: string) => (
    <Group key={label} component="li" gap={4} wrap="nowrap">
      <MarkIcon mark={mark} />
      <Text span size="xs">
        {label}
      </Text>
    </Group>
  );
  return (
    <Group component="ul" className={classes.legend} gap="sm" aria-label={t('legend')}>
      {TASK_STATES.map((state) => entry(STATE_MARKS[state], general(`state${state}`)))}
      {entry(LATE_MARK, general('late'))}
      {isItemsShown && entry(ITEM_MARK, t('item'))}
    </Group>
  );
};

const MarkIcon = ({ mark: { path, colour, isHollow } }: { mark: Mark }) => {
  const cssColour = ['text', 'dimmed'].includes(colour)
    ? `var(--mantine-color-${colour})`
    : `var(--ronda-${colour})`;
  return (
    <svg width={16} height={16} viewBox={`0 0 ${MARK_BOX} ${MARK_BOX}`} aria-hidden="true">
      <path
        d={path}
        fill={isHollow ? 'none' : cssColour}
        stroke={isHollow ? cssColour : 'none'}
        strokeWidth={2.5}
      />
    </svg>
  );
};
