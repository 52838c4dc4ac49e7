import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay, formatTime } from '#kit/date-time-format.ts';
import classes from './Board.module.css';
import { useBoardLabels } from './board-labels.ts';
import type { BoardState } from './use-board.ts';
import type { TaskDrag } from './use-task-drag.ts';

/** Shows and announces the target of tasks being moved by keyboard. */
export const DragNotice = ({ drag, board }: { drag: TaskDrag | null; board: BoardState }) => {
  const { t } = useTranslation('board');
  const { rowName, load: formatLoad } = useBoardLabels();
  const isKeyboardDrag = drag?.by === 'keys';
  const drop = isKeyboardDrag && drag.drop?.kind === 'cell' ? drag.drop : null;
  const row = drop && board.rows.find(({ key }) => key === drop.rowKey);
  const column = drop && board.columns[drop.column];
  const load = column && row?.loads.find(({ date }) => date === column.date);
  const day = column && formatDay(new Date(drop?.time ?? column.start));
  const target = drop?.time === undefined ? day : [day, formatTime(new Date(drop.time))].join(', ');
  return (
    <div role="status">
      {isKeyboardDrag && (
        <Paper withBorder shadow="md" className={classes.bar}>
          <Text size="sm" fw={600}>
            {t('carrying', { count: drag.tasks.length })}
          </Text>
          {row && (
            <Text size="sm">
              {row.kind === 'others'
                ? t('othersNoDrop')
                : t('carriedTo', {
                    name: rowName(row),
                    day: target,
                    load: row.person && load ? formatLoad(load) : '',
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
