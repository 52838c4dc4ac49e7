import { Button } from '@mantine/core';
import type { LateCause } from '#contract/late-cause.ts';
import { fullName, usePerformers } from '#portal/api/lookups.ts';
import { LATE_CAUSES, TASK_STATES } from '#portal/api/task-query.ts';
import { useMay } from '#portal/session/me.ts';
import { FilterButton } from './FilterButton.tsx';
import { FilterRow } from './FilterRow.tsx';
import { TeamFilter, WorkbookFilter } from './LookedUpFilters.tsx';
import { useLateCauseWords } from './late-cause-words.ts';
import { SearchField } from './SearchField.tsx';
import { useTaskFilterWords } from './task-filter-words.ts';
import {
  countFilters,
  DUE_RANGES,
  DUE_WORDS,
  type DueRange,
  type TaskSearch,
  type TaskSearchChange,
} from './task-search.ts';
import { useFrameWords } from './words.ts';

const one = <Value,>(value: Value | undefined) => (value === undefined ? [] : [value]);

type Filter = { search: TaskSearch; onChange: (change: TaskSearchChange) => void };

/** What narrows the tasks of a list or a map: each filter is a button that says what it is set to. */
export const TaskFilters = ({ search, onChange }: Filter) => {
  const t = useTaskFilterWords();
  const frame = useFrameWords();
  const people = usePerformers().data ?? [];

  return (
    <FilterRow>
      <SearchField
        label={t('search')}
        value={search.text ?? ''}
        onSearch={(text) => onChange({ text: text || undefined })}
      />
      <FilterButton
        name={t('state')}
        choices={TASK_STATES.map((value) => ({ value, label: frame(`state${value}`) }))}
        chosen={search.state ?? []}
        onChange={(state) => onChange({ state: state.length > 0 ? state : undefined })}
      />
      <FilterButton
        name={t('assignee')}
        choices={[
          { value: 'none' as const, label: t('nobody') },
          ...people.map((person) => ({ value: person.id, label: fullName(person) })),
        ]}
        chosen={search.assigneeId ?? []}
        onChange={(chosen) => onChange({ assigneeId: chosen.length > 0 ? chosen : undefined })}
      />
      {useMay('Teams.Read') && (
        <TeamFilter name={t('team')} chosen={search.teamId} onChange={(teamId) => onChange({ teamId })} />
      )}
      {useMay('Workbooks.Read') && (
        <WorkbookFilter
          name={t('workbook')}
          chosen={search.workbookId}
          onChange={(workbookId) => onChange({ workbookId })}
        />
      )}
      <FilterButton
        name={t('due')}
        choices={(Object.keys(DUE_RANGES) as DueRange[]).map((value) => ({
          value,
          label: t(DUE_WORDS[value]),
        }))}
        chosen={one(search.due)}
        isSingle
        onChange={([due]) => onChange({ due })}
      />
      <FilterButton
        name={t('planned')}
        choices={[
          { value: 'yes' as const, label: t('isPlanned') },
          { value: 'no' as const, label: t('isUnplanned') },
        ]}
        chosen={one(search.planned)}
        isSingle
        onChange={([planned]) => onChange({ planned })}
      />
      <LateFilter search={search} onChange={onChange} />
      {countFilters(search) > 0 && (
        <Button size="xs" variant="subtle" onClick={() => onChange(NO_FILTERS)}>
          {t('clearFilters')}
        </Button>
      )}
    </FilterRow>
  );
};

/** Late for whatever reason, or for some. */
const LateFilter = ({ search: { isLate, lateBecause }, onChange }: Filter) => {
  const t = useTaskFilterWords();
  const sayCause = useLateCauseWords();
  const choose = (chosen: readonly ('any' | LateCause)[]) => {
    const causes = chosen.filter((one) => one !== 'any');
    const isAny = chosen.includes('any') && (!isLate || causes.length === 0);
    onChange({
      isLate: isAny || undefined,
      lateBecause: isAny || causes.length === 0 ? undefined : causes,
    });
  };
  return (
    <FilterButton
      name={t('late')}
      choices={[
        { value: 'any' as const, label: t('lateAny') },
        ...LATE_CAUSES.map((cause) => ({ value: cause, label: sayCause(cause) })),
      ]}
      chosen={isLate ? ['any'] : (lateBecause ?? [])}
      onChange={choose}
    />
  );
};

const NO_FILTERS: Record<Exclude<keyof TaskSearch, 'sort'>, undefined> = {
  state: undefined,
  teamId: undefined,
  assigneeId: undefined,
  workbookId: undefined,
  itemId: undefined,
  text: undefined,
  property: undefined,
  due: undefined,
  planned: undefined,
  isLate: undefined,
  lateBecause: undefined,
};
