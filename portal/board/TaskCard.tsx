import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import type { BoardView } from './board-columns.ts';
import type { PlacedTask } from './board-layout.ts';
import type { BoardTexts } from './board-texts.ts';
import { ChoiceIcons } from './ChoiceIcons.tsx';
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
  isPreviewed,
  isFaded,
  texts,
  style,
}: {
  placed: PlacedTask;
  view: BoardView;
  isSelected: boolean;
  isCurrent: boolean;
  isDragged: boolean;
  isPreviewed: boolean;
  isFaded: boolean;
  texts: BoardTexts;
  style: CSSProperties;
}) => {
  const { task, marks } = placed;
  const isDense = view === 'month';
  const isResizable = view === 'day';
  const time = formatTime(task.plannedStart, texts.language);
  const duration = formatDuration(task.minutes, texts.language);
  // Many titles contain the title of the item.
  const itemTitle =
    task.itemTitle !== null && !task.title.includes(task.itemTitle) ? task.itemTitle : undefined;
  const isNotStarted = task.state === 'New' || task.state === 'Assigned';
  const hiddenTexts = [
    ...texts.choices(task),
    ...(isDense ? [time, duration] : []),
    ...(isPreviewed ? [texts.suggested] : isNotStarted || isDense ? [texts.state(task.state)] : []),
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
      data-view={view}
      data-long={placed.span > 1 || undefined}
      data-current={isCurrent || undefined}
      data-state={task.state}
      data-worst={worst}
      data-dragged={isDragged || undefined}
      data-previewed={isPreviewed || undefined}
      data-faded={isFaded || undefined}
      data-fixed={!isMovable(task) || undefined}
    >
      {isDense && (
        <span className={classes.icons}>
          <ChoiceIcons task={task} size={13} />
          {icons.slice(0, 1)}
        </span>
      )}
      <span className={classes.title}>
        {!isDense && <ChoiceIcons task={task} size={14} />}
        {task.title}
      </span>
      {!isDense && (
        <span className={classes.details}>
          {icons.slice(0, 3)}
          {[time, isNotStarted ? undefined : texts.state(task.state), duration, itemTitle]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      <span className={classes.visuallyHidden}>, {hiddenTexts.join(', ')}</span>
      {isResizable && isMovable(task) && !isPreviewed && (
        <span className={classes.handle} data-resize="" aria-hidden />
      )}
    </button>
  );
};
