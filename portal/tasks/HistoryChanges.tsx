import { useTranslation } from 'react-i18next';
import { getTaskField, type TaskFieldName, type TaskFieldValue, taskFields } from '#contract/task-fields.ts';
import type { TaskHistoryEntry } from '#contract/task-history.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatDuration } from '#kit/date-time-format.ts';
import { useNames } from '#portal/people/use-names.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { useItemTitles } from './use-item-titles.ts';

type Change = Extract<TaskHistoryEntry, { kind: 'edited' }>['details']['changes'][number];

export const HistoryChanges = ({ changes, task }: { changes: readonly Change[]; task: TaskView }) => {
  const { t } = useTranslation('task-history');
  const { t: tTasks } = useTranslation('tasks');
  const fieldLabels = useTaskFieldLabels();
  const formatValue = useFormatValue(changes, task);
  const labels: Readonly<Record<string, string>> = {
    title: tTasks('title'),
    teamName: tTasks('team'),
    workbookName: tTasks('workbook'),
    assignedUserName: tTasks('assignee'),
    itemsToInspect: tTasks('items'),
  };
  return changes.map(({ property: name, before, after }) => (
    <DimmedText key={name} size="xs">
      {t('change', {
        // A custom property is shown under its own name.
        property: isTaskField(name) ? fieldLabels.getLabel(name) : (labels[name] ?? name),
        before: formatValue(name, before),
        after: formatValue(name, after),
      })}
    </DimmedText>
  ));
};

const useFormatValue = (changes: readonly Change[], task: TaskView) => {
  const { t } = useTranslation('task-history');
  const { t: tTasks } = useTranslation('tasks');
  const fieldLabels = useTaskFieldLabels();
  const formatName = useNames();
  const itemIds = changes
    .filter(({ property }) => property === 'itemsToInspect')
    .flatMap(({ before, after }) => [...toIds(before), ...toIds(after)]);
  const findItemTitle = useItemTitles(task, itemIds);
  return (name: string, value: unknown): string => {
    if (name === 'assignedUserName') return value === null ? tTasks('unassigned') : formatName(String(value));
    if (value === null || value === undefined) return t('nothing');
    if (name === 'itemsToInspect') return toIds(value).map(findItemTitle).join(', ') || t('nothing');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (!isTaskField(name)) return String(value);
    return getTaskField(name).kind === 'minutes'
      ? formatDuration(Number(value))
      : fieldLabels.formatValue(name, value as TaskFieldValue<typeof name>);
  };
};

const isTaskField = (name: string): name is TaskFieldName => Object.hasOwn(taskFields, name);

const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
