import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import type { BoardView } from './board-columns.ts';
import type { PlacedTask } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';
import { MARKS } from './marks.ts';
import classes from './TaskCard.module.css';
import { isMovable } from './task-marks.ts';

/** One task on the board. The board handles its events and reads `data-task`. */
export const TaskCard = ({
  placed,
  view,
  isSelected,
  isCurrent,
  isDragged,
  isGhost,
  isFaded,
  texts,
  style,
}: {
  placed: PlacedTask;
  view: BoardView;
  isSelected: boolean;
  isCurrent: boolean;
  isDragged: boolean;
  isGhost: boolean;
  isFaded: boolean;
  texts: BoardTexts;
  style: CSSProperties;
}) => {
  const { task, marks } = placed;
  // A month has room for one line only.
  const isDense = view === 'month';
  const isResizable = view === 'day';
  const time = formatTime(task.plannedStart, texts.language);
  const length = formatDuration(task.minutes, texts.language);
  // The title often contains the place already.
  const place = task.itemTitle !== null && !task.title.includes(task.itemTitle) ? task.itemTitle : undefined;
  const isUsual = task.state === 'New' || task.state === 'Assigned';
  const unseen = [
    ...(isDense ? [...texts.fieldMarks(task), time, length] : []),
    ...(isGhost ? [texts.suggested] : isUsual || isDense ? [texts.state(task.state)] : []),
    ...marks.map(texts.mark),
  ];
  const [worst] = marks;
  const icons = marks.map((mark) => {
    const { icon: Icon } = MARKS[mark];
    return <Icon key={mark} size={13} className={classes.mark} aria-hidden />;
  });
  return (
    <button
      type="button"
      className={classes.task}
      style={style}
      aria-pressed={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-task={task.id}
      data-lines={view === 'week' ? 2 : undefined}
      data-long={placed.span > 1 || undefined}
      data-current={isCurrent || undefined}
      data-state={task.state}
      data-worst={worst}
      data-carried={isDragged || undefined}
      data-ghost={isGhost || undefined}
      data-faded={isFaded || undefined}
      data-fixed={!isMovable(task) || undefined}
    >
      <span className={classes.title}>
        {isDense && icons.slice(0, 1)}
        {task.title}
      </span>
      {!isDense && (
        <span className={classes.under}>
          {icons.slice(0, 3)}
          {[...texts.fieldMarks(task), time, isUsual ? undefined : texts.state(task.state), length, place]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      <span className={classes.said}>, {unseen.join(', ')}</span>
      {isResizable && isMovable(task) && !isGhost && (
        <span className={classes.handle} data-resize="" aria-hidden />
      )}
    </button>
  );
};
