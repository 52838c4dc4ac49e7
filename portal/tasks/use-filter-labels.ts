import { useTranslation } from 'react-i18next';
import { CHOICE_FIELDS, type ChoiceFieldName } from '#contract/task-fields.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAssignees, useWorkbooks } from '#portal/api/lookups.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { DUE_LABEL_KEYS, type TaskSearch } from './task-search.ts';

/** Returns a label for each filter, such as `Status: New, Assigned`. */
export const useFilterLabels = (filters: Omit<TaskSearch, 'sort'>) => {
  const { t } = useTranslation('task-filters');
  const { t: tGeneral } = useTranslation('general');
  const { t: tCauses } = useTranslation('late-causes');
  const fieldLabels = useTaskFieldLabels();
  const people = useAssignees().data ?? [];
  const teams = useTeams();
  const canReadWorkbooks = useHasPermission('Workbooks.Read');
  const workbooks =
    useWorkbooks({ enabled: canReadWorkbooks && filters.workbookId !== undefined }).data ?? [];
  const formatAssignee = (id: number | 'none') => {
    const person = people.find((candidate) => candidate.id === id);
    return id === 'none' ? t('unassigned') : person ? formatFullName(person) : '…';
  };
  const formatters: {
    [Name in keyof Required<typeof filters>]: (value: NonNullable<TaskSearch[Name]>) => string;
  } = {
    state: (states) => `${t('state')}: ${states.map((state) => tGeneral(`state${state}`)).join(', ')}`,
    teamId: (id) => `${t('team')}: ${teams.find((team) => team.id === id)?.title ?? '…'}`,
    assigneeId: (ids) => `${t('assignee')}: ${ids.map(formatAssignee).join(', ')}`,
    workbookId: (id) => `${t('workbook')}: ${workbooks.find((workbook) => workbook.id === id)?.title ?? '…'}`,
    itemId: () => t('oneItem'),
    text: (text) => `${t('search')}: ${text}`,
    property: (property) => property.replace(':', ': '),
    due: (range) => `${t('due')}: ${t(DUE_LABEL_KEYS[range])}`,
    planned: (planned) => `${t('planned')}: ${t(planned === 'yes' ? 'isPlanned' : 'isUnplanned')}`,
    isLate: () => `${t('late')}: ${t('lateAny')}`,
    lateCause: (causes) => `${t('late')}: ${causes.map((cause) => tCauses(cause)).join(', ')}`,
    ...(Object.fromEntries(
      CHOICE_FIELDS.map(([name]) => [
        name,
        (options: readonly string[]) =>
          `${fieldLabels.getLabel(name)}: ${options.map((option) => fieldLabels.getOptionLabel(name, option)).join(', ')}`,
      ]),
    ) as { [Name in ChoiceFieldName]: (options: readonly string[]) => string }),
  };
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      name,
      label: (formatters[name as keyof typeof formatters] as (value: unknown) => string)(value),
    }));
};
