import { Button, Group, Text } from '@mantine/core';
import { fullName, usePerformers } from '#portal/api/lookups.ts';
import { DayField } from '#portal/frame/DayField.tsx';
import { FilterButton } from '#portal/frame/FilterButton.tsx';
import { FilterRow } from '#portal/frame/FilterRow.tsx';
import { TeamFilter, WorkbookFilter } from '#portal/frame/LookedUpFilters.tsx';
import { SearchField } from '#portal/frame/SearchField.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMay } from '#portal/session/me.ts';
import { countFilters, type InspectionsSearch, STATES } from './inspections-search.ts';
import { useInspectionWords } from './words.ts';

const one = <Value,>(value: Value | undefined) => (value === undefined ? [] : [value]);

/** What narrows the list: each filter is a button that says what it is set to. */
export const InspectionFilters = ({ search, onChange }: Filter) => {
  const t = useInspectionWords();
  const frame = useFrameWords();
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
        choices={STATES.map((value) => ({ value, label: frame(`state${value}`) }))}
        chosen={search.state ?? []}
        onChange={(state) => onChange({ state: state.length > 0 ? state : undefined })}
      />
      <FilterButton
        name={t('review')}
        choices={yesOrNo(t('approved'), t('notApproved'))}
        chosen={one(search.approved)}
        isSingle
        onChange={([approved]) => onChange({ approved })}
      />
      <FilterButton
        name={t('failures')}
        choices={yesOrNo(t('withFailures'), t('withoutFailures'))}
        chosen={one(search.failed)}
        isSingle
        onChange={([failed]) => onChange({ failed })}
      />
      <LookedUpFilters search={search} onChange={onChange} />
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('completedBetween')}
        </Text>
        <DayField
          size="xs"
          aria-label={t('completedFrom')}
          title={t('completedFrom')}
          value={search.from ?? ''}
          onChange={(from) => onChange({ from: from || undefined })}
        />
        <span aria-hidden>–</span>
        <DayField
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

/** Only what somebody may look up. */
const LookedUpFilters = (filter: Filter) => {
  const t = useInspectionWords();
  const { search, onChange } = filter;
  return (
    <>
      {useMay('Teams.Read') && (
        <TeamFilter name={t('team')} chosen={search.teamId} onChange={(teamId) => onChange({ teamId })} />
      )}
      {useMay('Workbooks.Read') && (
        <WorkbookFilter
          name={t('workbook')}
          chosen={search.definitionId}
          onChange={(definitionId) => onChange({ definitionId })}
        />
      )}
      {useMay('Tasks.Read') && <InspectorFilter {...filter} />}
    </>
  );
};

const InspectorFilter = ({ search: { userId }, onChange }: Filter) => {
  const t = useInspectionWords();
  const people = usePerformers().data ?? [];
  return (
    <FilterButton
      name={t('inspector')}
      choices={people.map((person) => ({ value: person.id, label: fullName(person) }))}
      chosen={one(userId)}
      isSingle
      onChange={([chosen]) => onChange({ userId: chosen })}
    />
  );
};
