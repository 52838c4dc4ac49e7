import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fullName, useAssignees } from '#portal/api/lookups.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { TeamFilter } from '#portal/teams/TeamFilter.tsx';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { FilterRow } from '#portal/ui/FilterRow.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { WorkbookFilter } from '#portal/workbooks/WorkbookFilter.tsx';
import { countFilters, type InspectionsSearch, STATES } from './inspections-search.ts';

const one = <Value,>(value: Value | undefined) => (value === undefined ? [] : [value]);

/** Filters of the list. Each is a button that shows its current value. */
export const InspectionFilters = ({ search, onChange }: Filter) => {
  const { t } = useTranslation('inspections');
  const { t: general } = useTranslation('general');
  const yesOrNo = (yes: string, no: string) => [
    { value: 'true' as const, label: yes },
    { value: 'false' as const, label: no },
  ];
  return (
    <FilterRow>
      <SearchField
        label={t('search')}
        value={search.text ?? ''}
        onSearch={(text) => onChange({ text: text || undefined })}
      />
      <FilterButton
        name={t('state')}
        options={STATES.map((value) => ({ value, label: general(`state${value}`) }))}
        selected={search.state ?? []}
        onChange={(state) => onChange({ state: state.length > 0 ? state : undefined })}
      />
      <FilterButton
        name={t('review')}
        options={yesOrNo(t('approved'), t('notApproved'))}
        selected={one(search.approved)}
        isSingle
        onChange={([approved]) => onChange({ approved })}
      />
      <FilterButton
        name={t('failures')}
        options={yesOrNo(t('withFailures'), t('withoutFailures'))}
        selected={one(search.failed)}
        isSingle
        onChange={([failed]) => onChange({ failed })}
      />
      <PermittedFilters search={search} onChange={onChange} />
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('completedBetween')}
        </Text>
        <DateInput
          size="xs"
          aria-label={t('completedFrom')}
          title={t('completedFrom')}
          value={search.from ?? ''}
          onChange={(from) => onChange({ from: from || undefined })}
        />
        <span aria-hidden>–</span>
        <DateInput
          size="xs"
          aria-label={t('completedTo')}
          title={t('completedTo')}
          value={search.to ?? ''}
          onChange={(to) => onChange({ to: to || undefined })}
        />
      </Group>
      {countFilters(search) > 0 && (
        <Button size="xs" variant="subtle" onClick={() => onChange(NO_FILTERS)}>
          {t('clearFilters')}
        </Button>
      )}
    </FilterRow>
  );
};

const NO_FILTERS: Record<Exclude<keyof InspectionsSearch, 'order'>, undefined> = {
  state: undefined,
  approved: undefined,
  failed: undefined,
  teamId: undefined,
  definitionId: undefined,
  userId: undefined,
  taskId: undefined,
  itemId: undefined,
  text: undefined,
  from: undefined,
  to: undefined,
};

type Filter = { search: InspectionsSearch; onChange: (change: InspectionsSearch) => void };

/** Filters by records that the user has permission to read. */
const PermittedFilters = (filter: Filter) => {
  const { t } = useTranslation('inspections');
  const { search, onChange } = filter;
  return (
    <>
      {useHasPermission('Teams.Read') && (
        <TeamFilter name={t('team')} selected={search.teamId} onChange={(teamId) => onChange({ teamId })} />
      )}
      {useHasPermission('Workbooks.Read') && (
        <WorkbookFilter
          name={t('workbook')}
          selected={search.definitionId}
          onChange={(definitionId) => onChange({ definitionId })}
        />
      )}
      {useHasPermission('Tasks.Read') && <InspectorFilter {...filter} />}
    </>
  );
};

const InspectorFilter = ({ search: { userId }, onChange }: Filter) => {
  const { t } = useTranslation('inspections');
  const people = useAssignees().data ?? [];
  return (
    <FilterButton
      name={t('inspector')}
      options={people.map((person) => ({ value: person.id, label: fullName(person) }))}
      selected={one(userId)}
      isSingle
      onChange={([selected]) => onChange({ userId: selected })}
    />
  );
};
