import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ITEM_SYMBOL, LATE_SYMBOL, type MapSymbol, STATE_SYMBOLS, SYMBOL_SIZE } from '#kit/map/symbols.ts';
import { TASK_STATES } from '#portal/api/task-query.ts';
import classes from './Map.module.css';

export const Legend = ({ areItemsShown }: { areItemsShown: boolean }) => {
  const { t } = useTranslation('map');
  const { t: tGeneral } = useTranslation('general');
  const renderEntry = (symbol: MapSymbol, label: string) => (
    <Group key={label} component="li" gap={4} wrap="nowrap">
      <SymbolIcon symbol={symbol} />
      <Text span size="xs">
        {label}
      </Text>
    </Group>
  );
  return (
    <Group component="ul" className={classes.legend} gap="sm" aria-label={t('legend')}>
      {TASK_STATES.map((state) => renderEntry(STATE_SYMBOLS[state], tGeneral(`state${state}`)))}
      {renderEntry(LATE_SYMBOL, tGeneral('late'))}
      {areItemsShown && renderEntry(ITEM_SYMBOL, t('item'))}
      <Text component="li" size="xs" c="dimmed">
        {t('severalItems')}
      </Text>
    </Group>
  );
};

const SymbolIcon = ({ symbol: { path, color, isHollow } }: { symbol: MapSymbol }) => {
  const cssColor = ['text', 'dimmed'].includes(color)
    ? `var(--mantine-color-${color})`
    : `var(--ronda-${color})`;
  return (
    <svg width={16} height={16} viewBox={`0 0 ${SYMBOL_SIZE} ${SYMBOL_SIZE}`} aria-hidden="true">
      <path
        d={path}
        fill={isHollow ? 'none' : cssColor}
        stroke={isHollow ? cssColor : 'none'}
        strokeWidth={2.5}
      />
    </svg>
  );
};
