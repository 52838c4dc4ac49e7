import { IconAlarm, IconArrowBarToRight, IconBeach, IconCopy, IconMoon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { sayMinutes, sayTime } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import classes from './Board.module.css';
import type { PlacedTask } from './board-layout.ts';
import { isMovable, type TaskMark } from './task-marks.ts';
import { useBoardWords } from './words.ts';

export const MARKS: Readonly<
  Record<
    TaskMark,
    {
      icon: typeof IconAlarm;
      word: 'late' | 'willBeLate' | 'absentMark' | 'outsideHours' | 'tooEarly' | 'overlaps';
    }
  >
> = {
  late: { icon: IconAlarm, word: 'late' },
  willBeLate: { icon: IconAlarm, word: 'willBeLate' },
  absent: { icon: IconBeach, word: 'absentMark' },
  outsideHours: { icon: IconMoon, word: 'outsideHours' },
  tooEarly: { icon: IconArrowBarToRight, word: 'tooEarly' },
  overlaps: { icon: IconCopy, word: 'overlaps' },
};

/** One task on the board. What is done with it is heard by the board, which reads `data-task`. */
export const TaskCard = ({
  placed,
  isDense,
  isResizable,
  isChosen,
  isCurrent,
  isCarried,
  isFaded,
  style,
}: {
  placed: PlacedTask;
  /** One line. */
  isDense: boolean;
  isResizable: boolean;
  isChosen: boolean;
  isCurrent: boolean;
  isCarried: boolean;
  isFaded: boolean;
  style: CSSProperties;
}) => {
  const t = useBoardWords();
  const frame = useFrameWords();
  const language = currentLanguage();
  const { task, marks } = placed;
  const time = sayTime(task.plannedStart, language);
  const length = sayMinutes(task.minutes, language);
  const unseen = [
    ...(isDense ? [time, length] : []),
    frame(`state${task.state}`),
    ...marks.map((mark) => t(MARKS[mark].word)),
  ];
  const [worst] = marks;
  return (
    <button
      type="button"
      className={classes.task}
      style={style}
      aria-pressed={isChosen}
      tabIndex={isCurrent ? 0 : -1}
      data-task={task.id}
      data-current={isCurrent || undefined}
      data-state={task.state}
      data-worst={worst}
      data-carried={isCarried || undefined}
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
      {isResizable && isMovable(task) && <span className={classes.handle} data-resize="" aria-hidden />}
    </button>
  );
};
