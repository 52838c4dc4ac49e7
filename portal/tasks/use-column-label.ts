import { useTranslation } from 'react-i18next';
import { CHOICE_FIELDS, type ChoiceFieldName } from '#contract/task-fields.ts';
import { useTaskFieldTexts } from '#task-fields/task-field-texts.ts';
import type { ColumnName } from './columns.ts';

const isChoice = (name: ColumnName): name is ChoiceFieldName =>
  CHOICE_FIELDS.some(([field]) => field === name);

/** Returns the label of a column of the task list. */
export const useColumnLabel = () => {
  const { t } = useTranslation('tasks');
  const fieldTexts = useTaskFieldTexts();
  return (name: ColumnName) => (isChoice(name) ? fieldTexts.label(name) : t(name));
};
