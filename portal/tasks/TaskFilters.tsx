import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LateCause } from '#contract/late-cause.ts';
import { CHOICE_FIELDS } from '#contract/task-fields.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAssignees } from '#portal/api/lookups.ts';
import { LATE_CAUSES, TASK_STATES } from '#portal/api/task-query.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { TeamFilter } from '#portal/teams/TeamFilter.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { FilterRow } from '#portal/ui/FilterRow.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { SingleFilter } from '#portal/ui/SingleFilter.tsx';
import { WorkbookFilter } from '#portal/workbooks/WorkbookFilter.tsx';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import {
  clearFilters,
  countFilters,
  DUE_LABEL_KEYS,
  DUE_RANGES,
  type DueRange,
  type TaskSearch,
  type TaskSearchChange,
} from './task-search.ts';

type FilterProps = { search: TaskSearch; onChange: (changes: TaskSearchChange) => void };

export const TaskFilters = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('task-filters');
  const { t: tGeneral } = useTranslation('general');
  const fieldLabels = useTaskFieldLabels();
  const people = useAssignees().data ?? [];

  return (
    <FilterRow>
      <SearchField
        label={t('search')}
        value={search.text ?? ''}
        onSearch={(text) => onChange({ text: text || undefined })}
      />
      <FilterButton
        name={t('state')}
        options={TASK_STATES.map((value) => ({ value, label: tGeneral(`state${value}`) }))}
        selected={search.state ?? []}
        onChange={(state) => onChange({ state })}
      />
      <FilterButton
        name={t('assignee')}
        options={[
          { value: 'none' as const, label: t('unassigned') },
          ...people.map((person) => ({ value: person.id, label: formatFullName(person) })),
        ]}
        selected={search.assigneeId ?? []}
        onChange={(assigneeId) => onChange({ assigneeId })}
      />
      {useHasPermission('Teams.Read') && (
        <TeamFilter name={t('team')} selected={search.teamId} onChange={(teamId) => onChange({ teamId })} />
      )}
      {useHasPermission('Workbooks.Read') && (
        <WorkbookFilter
          name={t('workbook')}
          selected={search.workbookId}
          onChange={(workbookId) => onChange({ workbookId })}
        />
      )}
      <SingleFilter
        name={t('due')}
        options={(Object.keys(DUE_RANGES) as DueRange[]).map((id) => ({ id, title: t(DUE_LABEL_KEYS[id]) }))}
        selected={search.due}
        onChange={(due) => onChange({ due })}
      />
      <SingleFilter
        name={t('planned')}
        options={[
          { id: 'yes', title: t('isPlanned') },
          { id: 'no', title: t('isUnplanned') },
        ]}
        selected={search.planned}
        onChange={(planned) => onChange({ planned })}
      />
      {CHOICE_FIELDS.map(([name, { options }]) => (
        <FilterButton
          key={name}
          name={fieldLabels.getLabel(name)}
          options={options.map((value) => ({ value, label: fieldLabels.getOptionLabel(name, value) }))}
          selected={search[name] ?? []}
          onChange={(selectedOptions) => onChange({ [name]: selectedOptions } as TaskSearchChange)}
        />
      ))}
      <LateFilter search={search} onChange={onChange} />
      {countFilters(search) > 0 && (
        <Button size="xs" variant="subtle" onClick={() => onChange(clearFilters(search))}>
          {t('clearFilters')}
        </Button>
      )}
    </FilterRow>
  );
};

const LateFilter = ({ search: { isLate, lateCause }, onChange }: FilterProps) => {
  const { t } = useTranslation('task-filters');
  const { t: tCauses } = useTranslation('late-causes');
  const select = (selectedCauses: readonly ('any' | LateCause)[]) => {
    const causes = selectedCauses.filter((cause) => cause !== 'any');
    const isAny = selectedCauses.includes('any') && (!isLate || causes.length === 0);
    onChange({ isLate: isAny || undefined, lateCause: isAny ? undefined : causes });
  };
  return (
    <FilterButton
      name={t('late')}
      options={[
        { value: 'any' as const, label: t('lateAny') },
        ...LATE_CAUSES.map((cause) => ({ value: cause, label: tCauses(cause) })),
      ]}
      selected={isLate ? ['any'] : (lateCause ?? [])}
      onChange={select}
    />
  );
};
