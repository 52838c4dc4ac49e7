import { Mark } from '#kit/Mark.tsx';
import { type Choices, useTaskFieldTexts } from './task-field-texts.ts';

/** The options of a task that deserve attention, such as a high priority. */
export const TaskMarks = ({ task }: { task: Choices }) =>
  useTaskFieldTexts()
    .marks(task)
    .map((text) => (
      <Mark key={text} tone="warn">
        {text}
      </Mark>
    ));
