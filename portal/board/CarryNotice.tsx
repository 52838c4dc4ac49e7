import { Paper, Text } from '@mantine/core';
import { sayDay, sayTime } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import classes from './Board.module.css';
import { useBoardTexts } from './board-texts.ts';
import type { ShownBoard } from './use-board.ts';
import type { Carry } from './use-carry.ts';
import { useBoardWords } from './words.ts';

/** What is carried by the keyboard and where it would go: seen, and told by screen readers. */
export const CarryNotice = ({ carry, shown }: { carry: Carry | null; shown: ShownBoard }) => {
  const t = useBoardWords();
  const { nameOf, load: sayLoad } = useBoardTexts();
  const language = currentLanguage();
  const isByKeys = carry?.by === 'keys';
  const drop = isByKeys && carry.drop?.kind === 'cell' ? carry.drop : null;
  const row = drop && shown.rows.find(({ key }) => key === drop.rowKey);
  const column = drop && shown.columns[drop.column];
  const load = column && row?.loads.find(({ date }) => date === column.date);
  const day = column && sayDay(new Date(drop?.at ?? column.start), language);
  const at = drop?.at === undefined ? day : [day, sayTime(new Date(drop.at), language)].join(', ');
  return (
    <div role="status">
      {isByKeys && (
        <Paper withBorder shadow="md" className={classes.bar}>
          <Text size="sm" fw={600}>
            {t('carrying', { count: carry.tasks.length })}
          </Text>
          {row && (
            <Text size="sm">
              {row.kind === 'others'
                ? t('othersNoDrop')
                : t('carriedTo', {
                    name: nameOf(row),
                    day: at,
                    load: row.person && load ? sayLoad(load) : '',
                  })}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {t('carryHint')}
          </Text>
        </Paper>
      )}
    </div>
  );
};
