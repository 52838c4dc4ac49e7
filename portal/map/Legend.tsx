import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ITEM_SYMBOL, LATE_SYMBOL, type MapSymbol, STATE_SYMBOLS, SYMBOL_SIZE } from '#kit/map/symbols.ts';
import { TASK_STATES } from '#portal/api/task-query.ts';
import classes from './Map.module.css';

/** Explains the marks on the map. */
export const Legend = ({ isItemsShown }: { isItemsShown: boolean }) => {
  const { t } = useTranslation('map');
  const { t: general } = useTranslation('general');
  const entry = (symbol: MapSymbol, label: string) => (
    <Group key={label} component="li" gap={4} wrap="nowrap">
      <SymbolIcon symbol={symbol} />
      <Text span size="xs">
        {label}
      </Text>
    </Group>
  );
  return (
    <Group component="ul" className={classes.legend} gap="sm" aria-label={t('legend')}>
      {TASK_STATES.map((state) => entry(STATE_SYMBOLS[state], general(`state${state}`)))}
      {entry(LATE_SYMBOL, general('late'))}
      {isItemsShown && entry(ITEM_SYMBOL, t('item'))}
    </Group>
  );
};

const SymbolIcon = ({ symbol: { path, colour, isHollow } }: { symbol: MapSymbol }) => {
  const cssColour = ['text', 'dimmed'].includes(colour)
    ? `var(--mantine-color-${colour})`
    : `var(--ronda-${colour})`;
  return (
    <svg width={16} height={16} viewBox={`0 0 ${SYMBOL_SIZE} ${SYMBOL_SIZE}`} aria-hidden="true">
      <path
        d={path}
        fill={isHollow ? 'none' : cssColour}
        stroke={isHollow ? cssColour : 'none'}
        strokeWidth={2.5}
      />
    </svg>
  );
};
