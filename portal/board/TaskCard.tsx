import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/moments.ts';
import type { PlacedTask } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';
import { MARKS } from './marks.ts';
import classes from './TaskCard.module.css';
import { isMovable } from './task-marks.ts';

/** One task on the board. The board handles its events and reads `data-task`. */
export const TaskCard = ({
  placed,
  isDense,
  isResizable,
  isSelected,
  isCurrent,
  isDragged,
  isGhost,
  isFaded,
  texts,
  style,
}: {
  placed: PlacedTask;
  /** Shows one line only. */
  isDense: boolean;
  isResizable: boolean;
  isSelected: boolean;
  isCurrent: boolean;
  isDragged: boolean;
  isGhost: boolean;
  isFaded: boolean;
  texts: BoardTexts;
  style: CSSProperties;
}) => {
  const { task, marks } = placed;
  const time = formatTime(task.plannedStart, texts.language);
  const length = formatDuration(task.minutes, texts.language);
  const unseen = [
    ...(isDense ? [time, length] : []),
    isGhost ? texts.suggested : texts.state(task.state),
    ...marks.map(texts.mark),
  ];
  const [worst] = marks;
  return (
    <button
      type="button"
      className={classes.task}
      style={style}
      aria-pressed={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-task={task.id}
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
        {marks.slice(0, isDense ? 1 : 3).map((mark) => {
          const { icon: Icon } = MARKS[mark];
          return <Icon key={mark} size={13} className={classes.mark} aria-hidden />;
        })}
        {task.title}
      </span>
      {!isDense && (
        <span className={classes.under}>{[time, length, task.itemTitle].filter(Boolean).join(' · ')}</span>
      )}
      <span className={classes.said}>, {unseen.join(', ')}</span>
      {isResizable && isMovable(task) && !isGhost && (
        <span className={classes.handle} data-resize="" aria-hidden />
      )}
    </button>
  );
};
