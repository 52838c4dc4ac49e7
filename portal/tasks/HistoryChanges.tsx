import { useTranslation } from 'react-i18next';
import { type TaskFieldName, type TaskFieldValue, taskField, taskFields } from '#contract/task-fields.ts';
import type { TaskHistoryEntry } from '#contract/task-history.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatDuration } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { useNames } from '#portal/people/use-names.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { useTaskFieldTexts } from '#task-fields/task-field-texts.ts';
import { useItemTitles } from './use-item-titles.ts';

type Change = Extract<TaskHistoryEntry, { kind: 'edited' }>['details']['changes'][number];

/** The changes of an edit, with names instead of IDs. */
export const HistoryChanges = ({ changes, task }: { changes: readonly Change[]; task: TaskView }) => {
  const { t } = useTranslation('task-history');
  const { t: tasks } = useTranslation('tasks');
  const fieldTexts = useTaskFieldTexts();
  const formatValue = useFormatValue(changes, task);
  const labels: Readonly<Record<string, string>> = {
    title: tasks('title'),
    teamName: tasks('team'),
    workbookName: tasks('workbook'),
    assignedUserName: tasks('assignee'),
    itemsToInspect: tasks('items'),
  };
  return changes.map(({ member, before, after }) => (
    <DimmedText key={member} size="xs">
      {t('change', {
        // A custom property is shown with its own name.
        member: isField(member) ? fieldTexts.label(member) : (labels[member] ?? member),
        before: formatValue(member, before),
        after: formatValue(member, after),
      })}
    </DimmedText>
  ));
};

const useFormatValue = (changes: readonly Change[], task: TaskView) => {
  const { t } = useTranslation('task-history');
  const { t: tasks } = useTranslation('tasks');
  const fieldTexts = useTaskFieldTexts();
  const nameOf = useNames();
  const itemIds = changes
    .filter(({ member }) => member === 'itemsToInspect')
    .flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]);
  const itemTitle = useItemTitles(task, itemIds);
  return (member: string, value: unknown): string => {
    if (member === 'assignedUserName') return value === null ? tasks('nobody') : nameOf(String(value));
    if (value === null || value === undefined) return t('nothing');
    if (member === 'itemsToInspect') return idsIn(value).map(itemTitle).join(', ') || t('nothing');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (!isField(member)) return String(value);
    return taskField(member).kind === 'minutes'
      ? formatDuration(Number(value), currentLanguage())
      : fieldTexts.value(member, value as TaskFieldValue<typeof member>);
  };
};

const isField = (member: string): member is TaskFieldName => Object.hasOwn(taskFields, member);

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
