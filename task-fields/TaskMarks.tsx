import { StatusBadge } from '#kit/StatusBadge.tsx';
import { type TaskChoices, useTaskFieldLabels } from './task-field-labels.ts';

export const TaskMarks = ({ task }: { task: TaskChoices }) =>
  useTaskFieldLabels()
    .marks(task)
    .map((text) => (
      <StatusBadge key={text} tone="warn">
        {text}
      </StatusBadge>
    ));
