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
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';

/** The fields of a task with one of a few options. */
export type Choices = { [Name in ChoiceFieldName]: PresentValue<Name> };

const textsWith = (t: TFunction<'task-fields'>) => {
  // The test of the table of fields finds a missing text.
  const optionText = (name: TaskFieldName, option: string) => t(`${name}.${option}` as TaskFieldName);
  return {
    label: (name: TaskFieldName) => t(name),
    option: optionText,
    /** The value as text; empty if there is none. */
    value: <Name extends TaskFieldName>(name: Name, value: TaskFieldValue<Name>): string => {
      if (value === null) return '';
      const { kind } = taskField(name);
      if (kind === 'choice') return optionText(name, String(value));
      return kind === 'instant' ? formatDateTime(String(value), currentLanguage()) : String(value);
    },
    /** The options that a card shows: most tasks have none. */
    marks: (task: Choices): string[] =>
      CHOICE_FIELDS.flatMap(([name, { marked }]) =>
        marked.includes(task[name]) ? [optionText(name, task[name])] : [],
      ),
  };
};

export type TaskFieldTexts = ReturnType<typeof textsWith>;

/** Returns the texts of the plain fields of a task in the language of the page. */
export const useTaskFieldTexts = () => textsWith(useTranslation('task-fields').t);
