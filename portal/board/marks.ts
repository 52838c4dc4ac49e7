import { IconAlarm, IconArrowBarToRight, IconBeach, IconCopy, IconMoon } from '#kit/icons/icons.ts';
import type { TaskMark } from './task-marks.ts';

/** The icon and text of each mark. */
export const MARKS = {
  late: { icon: IconAlarm, word: 'late' },
  willBeLate: { icon: IconAlarm, word: 'willBeLate' },
  absent: { icon: IconBeach, word: 'absentMark' },
  outsideHours: { icon: IconMoon, word: 'outsideHours' },
  tooEarly: { icon: IconArrowBarToRight, word: 'tooEarly' },
  overlaps: { icon: IconCopy, word: 'overlaps' },
} as const satisfies Record<TaskMark, { icon: typeof IconAlarm; word: string }>;
