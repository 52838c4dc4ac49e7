import { StatusBadge } from '#kit/StatusBadge.tsx';
import { type TaskChoices, useTaskFieldLabels } from './task-field-labels.ts';

export const TaskHighlights = ({ task }: { task: TaskChoices }) =>
  useTaskFieldLabels()
    .listHighlights(task)
    .map((text) => (
      <StatusBadge key={text} tone="warn">
        {text}
      </StatusBadge>
    ));
