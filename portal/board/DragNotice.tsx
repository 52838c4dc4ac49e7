import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDay, formatTime } from '#kit/date-time-format.ts';
import classes from './Board.module.css';
import { useBoardLabels } from './board-labels.ts';
import type { BoardState } from './use-board.ts';
import type { TaskDrag } from './use-task-drag.ts';

/** Shows and announces where tasks moved by keyboard would be dropped. */
export const DragNotice = ({ drag, board }: { drag: TaskDrag | null; board: BoardState }) => {
  const { t } = useTranslation('board');
  const { formatRowName, formatLoad } = useBoardLabels();
  const isKeyboardDrag = drag?.inputMethod === 'keyboard';
  const dropCell = isKeyboardDrag && drag.dropPosition?.kind === 'cell' ? drag.dropPosition : null;
  const row = dropCell && board.rows.find(({ key }) => key === dropCell.rowKey);
  const column = dropCell && board.columns[dropCell.column];
  const load = column && row?.loads.find(({ date }) => date === column.date);
  const day = column && formatDay(new Date(dropCell?.time ?? column.start));
  const dayAndTime =
    dropCell?.time === undefined ? day : [day, formatTime(new Date(dropCell.time))].join(', ');
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
                    name: formatRowName(row),
                    day: dayAndTime,
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
