import { useTranslation } from 'react-i18next';
import { CHOICE_FIELDS, type ChoiceFieldName } from '#contract/task-fields.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import type { ColumnName } from './columns.ts';

const isChoiceField = (name: ColumnName): name is ChoiceFieldName =>
  CHOICE_FIELDS.some(([field]) => field === name);

export const useColumnLabel = () => {
  const { t } = useTranslation('tasks');
  const fieldLabels = useTaskFieldLabels();
  return (name: ColumnName) => (isChoiceField(name) ? fieldLabels.getLabel(name) : t(name));
};
