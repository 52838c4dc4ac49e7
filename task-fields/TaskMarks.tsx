import { Mark } from '#kit/Mark.tsx';
import { type TaskChoices, useTaskFieldTexts } from './task-field-texts.ts';

/** Marks for the options of a task that deserve attention, such as a high priority. */
export const TaskMarks = ({ task }: { task: TaskChoices }) =>
  useTaskFieldTexts()
    .marks(task)
    .map((text) => (
      <Mark key={text} tone="warn">
        {text}
      </Mark>
    ));
