import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  CHOICE_FIELDS,
  type ChoiceFieldName,
  type PresentValue,
  type TaskFieldName,
  type TaskFieldValue,
  taskField,
} from '#contract/task-fields.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime } from '#kit/date-time-format.ts';

export type TaskChoices = { [Name in ChoiceFieldName]: PresentValue<Name> };

const createTaskFieldLabels = (t: TFunction<'task-fields'>) => {
  // labels.test.ts checks that every option has a label.
  const labelOption = (name: TaskFieldName, option: string) => t(`${name}.${option}` as TaskFieldName);
  return {
    label: (name: TaskFieldName) => t(name),
    option: labelOption,
    value: <Name extends TaskFieldName>(name: Name, value: TaskFieldValue<Name>): string => {
      if (value === null) return '';
      const { kind } = taskField(name);
      if (kind === 'choice') return labelOption(name, String(value));
      return kind === 'instant' ? formatDateTime(String(value), currentLanguage()) : String(value);
    },
    /** The options that deserve attention, such as a high priority. */
    marks: (task: TaskChoices): string[] =>
      CHOICE_FIELDS.flatMap(([name, { highlighted }]) =>
        highlighted.includes(task[name]) ? [labelOption(name, task[name])] : [],
      ),
  };
};

export type TaskFieldLabels = ReturnType<typeof createTaskFieldLabels>;

export const useTaskFieldLabels = () => createTaskFieldLabels(useTranslation('task-fields').t);
