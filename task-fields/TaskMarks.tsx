import { StatusBadge } from '#kit/StatusBadge.tsx';
import { type TaskChoices, useTaskFieldLabels } from './task-field-labels.ts';

/** Marks for a task's options that deserve attention, such as a high priority. */
export const TaskMarks = ({ task }: { task: TaskChoices }) =>
  useTaskFieldLabels()
    .marks(task)
    .map((text) => (
      <StatusBadge key={text} tone="warn">
        {text}
      </StatusBadge>
    ));
