import type { CSSProperties } from 'react';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import type { BoardView } from './board-columns.ts';
import type { BoardLabels } from './board-labels.ts';
import type { PlacedTask } from './board-layout.ts';
import { ChoiceIcons } from './ChoiceIcons.tsx';
import classes from './TaskCard.module.css';
import { isMovable } from './task-warnings.ts';
import { WARNINGS } from './warning-icons.ts';

/** The board handles the card's events and finds the task by `data-task`. */
export const TaskCard = ({
  placedTask,
  view,
  isSelected,
  isCurrent,
  isDragged,
  isPreviewed,
  isFaded,
  labels,
  style,
}: {
  placedTask: PlacedTask;
  view: BoardView;
  isSelected: boolean;
  isCurrent: boolean;
  isDragged: boolean;
  isPreviewed: boolean;
  isFaded: boolean;
  labels: BoardLabels;
  style: CSSProperties;
}) => {
  const { task, warnings } = placedTask;
  const isDense = view === 'month';
  const time = formatTime(task.plannedStart);
  const duration = formatDuration(task.minutes);
  // Many task titles already contain the title of the item.
  const itemTitle =
    task.itemTitle !== null && !task.title.includes(task.itemTitle) ? task.itemTitle : undefined;
  const isNotStarted = task.state === 'New' || task.state === 'Assigned';
  const screenReaderLabels = [
    ...labels.listHighlights(task),
    ...(isDense ? [time, duration] : []),
    ...(isPreviewed ? [labels.suggestedLabel] : []),
    ...(!isPreviewed && (isNotStarted || isDense) ? [labels.formatState(task.state)] : []),
    ...warnings.map(labels.formatWarning),
  ];
  const icons = warnings.map((warning) => {
    const { icon: Icon } = WARNINGS[warning];
    return <Icon key={warning} size={13} className={classes.mark} aria-hidden />;
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
      data-long={placedTask.span > 1 || undefined}
      data-current={isCurrent || undefined}
      data-state={task.state}
      data-worst={warnings[0]}
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
          {[time, duration, isNotStarted ? undefined : labels.formatState(task.state), itemTitle]
            .filter((detail) => detail !== undefined)
            .map((detail, index) => (
              <span key={detail} className={classes.detail}>
                {index > 0 && ' · '}
                {detail}
              </span>
            ))}
        </span>
      )}
      <span className={classes.visuallyHidden}>, {screenReaderLabels.join(', ')}</span>
      {view === 'day' && isMovable(task) && !isPreviewed && (
        <span className={classes.handle} data-resize="" aria-hidden />
      )}
    </button>
  );
};
