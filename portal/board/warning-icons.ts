import {
  IconAlarm,
  IconArrowBarToRight,
  IconBeach,
  IconClock,
  IconCopy,
  IconMoon,
} from '#kit/icons/icons.ts';
import type { TaskWarning } from './task-warnings.ts';

export const WARNINGS = {
  late: { icon: IconAlarm, labelKey: 'late' },
  willBeLate: { icon: IconClock, labelKey: 'willBeLate' },
  absent: { icon: IconBeach, labelKey: 'absentMark' },
  outsideHours: { icon: IconMoon, labelKey: 'outsideHours' },
  tooEarly: { icon: IconArrowBarToRight, labelKey: 'tooEarly' },
  overlaps: { icon: IconCopy, labelKey: 'overlaps' },
} as const satisfies Record<TaskWarning, { icon: typeof IconAlarm; labelKey: string }>;
