import { IconAlarm, IconArrowBarToRight, IconBeach, IconCopy, IconMoon } from '#kit/icons/icons.ts';
import type { TaskMark } from './task-marks.ts';

/** The icon and text of each mark. */
export const MARKS = {
  late: { icon: IconAlarm, textKey: 'late' },
  willBeLate: { icon: IconAlarm, textKey: 'willBeLate' },
  absent: { icon: IconBeach, textKey: 'absentMark' },
  outsideHours: { icon: IconMoon, textKey: 'outsideHours' },
  tooEarly: { icon: IconArrowBarToRight, textKey: 'tooEarly' },
  overlaps: { icon: IconCopy, textKey: 'overlaps' },
} as const satisfies Record<TaskMark, { icon: typeof IconAlarm; textKey: string }>;
