import { fullName, usePerformers, useWorkbooks } from '#portal/api/lookups.ts';
import { useMay } from '#portal/session/me.ts';
import { useLateCauseWords } from './late-cause-words.ts';
import { useTaskFilterWords } from './task-filter-words.ts';
import { DUE_WORDS, type TaskSearch } from './task-search.ts';
import { useTeams } from './use-teams.ts';
import { useFrameWords } from './words.ts';

/** The text of each filter: `State: New, Assigned`. */
export const useFilterTexts = (filters: Omit<TaskSearch, 'sort'>) => {
  const t = useTaskFilterWords();
  const frame = useFrameWords();
  const sayCause = useLateCauseWords();
  const people = usePerformers().data ?? [];
  const teams = useTeams();
  const mayWorkbooks = useMay('Workbooks.Read');
  const workbooks = useWorkbooks({ enabled: mayWorkbooks && filters.workbookId !== undefined }).data ?? [];
  const nameOf = (id: number | 'none') => {
    const person = people.find((one) => one.id === id);
    return id === 'none' ? t('nobody') : person ? fullName(person) : '…';
  };
  const say: { [Name in keyof Required<typeof filters>]: (value: NonNullable<TaskSearch[Name]>) => string } =
    {
      state: (states) => `${t('state')}: ${states.map((state) => frame(`state${state}`)).join(', ')}`,
      teamId: (id) => `${t('team')}: ${teams.find((team) => team.id === id)?.title ?? '…'}`,
      assigneeId: (ids) => `${t('assignee')}: ${ids.map(nameOf).join(', ')}`,
      workbookId: (id) => `${t('workbook')}: ${workbooks.find((one) => one.id === id)?.title ?? '…'}`,
      itemId: () => t('oneItem'),
      text: (text) => `${t('search')}: ${text}`,
      property: (property) => property.replace(':', ': '),
      due: (range) => `${t('due')}: ${t(DUE_WORDS[range])}`,
      planned: (planned) => `${t('planned')}: ${t(planned === 'yes' ? 'isPlanned' : 'isUnplanned')}`,
      isLate: () => `${t('late')}: ${t('lateAny')}`,
      lateBecause: (causes) => `${t('late')}: ${causes.map((cause) => sayCause(cause)).join(', ')}`,
    };
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      name,
      text: (say[name as keyof typeof say] as (given: unknown) => string)(value),
    }));
};
