import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  CHOICE_FIELDS,
  type ChoiceFieldName,
  getTaskField,
  type NonNullFieldValue,
  type TaskFieldName,
  type TaskFieldValue,
} from '#contract/task-fields.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime } from '#kit/date-time-format.ts';

export type TaskChoices = { [Name in ChoiceFieldName]: NonNullFieldValue<Name> };

const createTaskFieldLabels = (t: TFunction<'task-fields'>) => {
  // labels.test.ts checks that every option has a label.
  const getOptionLabel = (name: TaskFieldName, option: string) => t(`${name}.${option}` as TaskFieldName);
  return {
    getLabel: (name: TaskFieldName) => t(name),
    getOptionLabel,
    formatValue: <Name extends TaskFieldName>(name: Name, value: TaskFieldValue<Name>): string => {
      if (value === null) return '';
      const { kind } = getTaskField(name);
      if (kind === 'choice') return getOptionLabel(name, String(value));
      return kind === 'instant' ? formatDateTime(String(value), currentLanguage()) : String(value);
    },
    listHighlights: (task: TaskChoices): string[] =>
      CHOICE_FIELDS.flatMap(([name, { highlighted }]) =>
        highlighted.includes(task[name]) ? [getOptionLabel(name, task[name])] : [],
      ),
  };
};

export type TaskFieldLabels = ReturnType<typeof createTaskFieldLabels>;

export const useTaskFieldLabels = () => createTaskFieldLabels(useTranslation('task-fields').t);
