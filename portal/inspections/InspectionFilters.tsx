import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatFullName } from '#kit/full-name.ts';
import { useAssignees } from '#portal/api/lookups.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { TeamFilter } from '#portal/teams/TeamFilter.tsx';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { FilterRow } from '#portal/ui/FilterRow.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { SingleFilter } from '#portal/ui/SingleFilter.tsx';
import { WorkbookFilter } from '#portal/workbooks/WorkbookFilter.tsx';
import { countFilters, createClearedFilters, type InspectionsSearch, STATES } from './inspections-search.ts';

type FiltersProps = { search: InspectionsSearch; onChange: (change: InspectionsSearch) => void };

export const InspectionFilters = ({ search, onChange }: FiltersProps) => {
  const { t } = useTranslation('inspections');
  const { t: tGeneral } = useTranslation('general');
  const createYesNoOptions = (yes: string, no: string) => [
    { id: 'true' as const, title: yes },
    { id: 'false' as const, title: no },
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
        options={STATES.map((value) => ({ value, label: tGeneral(`state${value}`) }))}
        selected={search.state ?? []}
        onChange={(state) => onChange({ state })}
      />
      <SingleFilter
        name={t('review')}
        options={createYesNoOptions(t('approved'), t('notApproved'))}
        selected={search.approved}
        onChange={(approved) => onChange({ approved })}
      />
      <SingleFilter
        name={t('failures')}
        options={createYesNoOptions(t('withFailures'), t('withoutFailures'))}
        selected={search.failed}
        onChange={(failed) => onChange({ failed })}
      />
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
      {useHasPermission('Tasks.Read') && <InspectorFilter search={search} onChange={onChange} />}
      <Group gap={6} wrap="nowrap">
        <DimmedText size="xs">{t('completedBetween')}</DimmedText>
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
        <Button size="xs" variant="subtle" onClick={() => onChange(createClearedFilters(search))}>
          {t('clearFilters')}
        </Button>
      )}
    </FilterRow>
  );
};

const InspectorFilter = ({ search: { userId }, onChange }: FiltersProps) => {
  const { t } = useTranslation('inspections');
  const people = useAssignees().data ?? [];
  return (
    <SingleFilter
      name={t('inspector')}
      options={people.map((person) => ({ id: person.id, title: formatFullName(person) }))}
      selected={userId}
      onChange={(id) => onChange({ userId: id })}
    />
  );
};
