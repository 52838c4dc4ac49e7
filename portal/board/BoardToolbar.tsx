import { ActionIcon, Button, Group, SegmentedControl, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { dayText } from '#kit/days.ts';
import { fullName, usePerformers } from '#portal/api/lookups.ts';
import { DayField } from '#portal/frame/DayField.tsx';
import { FilterButton } from '#portal/frame/FilterButton.tsx';
import { SearchField } from '#portal/frame/SearchField.tsx';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import { useTeams } from '#portal/frame/use-teams.ts';
import { BOARD_VIEWS, type BoardView, goOn } from './board-columns.ts';
import type { BoardSearch } from './board-search.ts';
import { useBoardWords } from './words.ts';

/** Which days, of whom. */
export const BoardToolbar = ({
  search,
  view,
  date,
  isPhone,
  onChange,
}: {
  search: BoardSearch;
  view: BoardView;
  date: string;
  isPhone: boolean;
  onChange: (change: BoardSearch) => void;
}) => {
  const t = useBoardWords();
  const teams = useTeams();
  const people = usePerformers().data ?? [];
  const look = (to: BoardView) => onChange({ view: to === 'week' ? undefined : to });
  const go = (by: number) => onChange({ date: goOn(view, date, by) });
  const today = () => onChange({ date: undefined });
  useShortcut({ keys: 't', label: t('today'), run: today });
  useShortcut({ keys: '[', label: t('previous'), run: () => go(-1) });
  useShortcut({ keys: ']', label: t('next'), run: () => go(1) });
  useShortcut({ keys: 'v d', label: t('day'), run: () => look('day') });
  useShortcut({ keys: 'v w', label: t('week'), run: () => look('week') });
  useShortcut({ keys: 'v m', label: t('month'), run: () => look('month') });
  return (
    <Group gap="xs" mb="sm">
      <Group gap={4} wrap="nowrap">
        <Step label={t('previous')} icon={IconChevronLeft} onClick={() => go(-1)} />
        <Button variant="default" size="sm" disabled={date === dayText(new Date())} onClick={today}>
          {t('today')}
        </Button>
        <Step label={t('next')} icon={IconChevronRight} onClick={() => go(1)} />
        <DayField
          aria-label={t('date')}
          value={date}
          onChange={(day) => day !== '' && onChange({ date: day })}
        />
      </Group>
      {!isPhone && (
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={look}
          data={BOARD_VIEWS.map((value) => ({ value, label: t(value) }))}
        />
      )}
      <FilterButton
        name={t('team')}
        choices={teams.map(({ id, title }) => ({ value: id, label: title }))}
        chosen={search.teamId === undefined ? [] : [search.teamId]}
        isSingle
        onChange={([teamId]) => onChange({ teamId })}
      />
      {!isPhone && (
        <FilterButton
          name={t('person')}
          choices={[
            { value: 'none' as const, label: t('nobodyYet') },
            ...people.map((person) => ({ value: person.id, label: fullName(person) })),
          ]}
          chosen={search.assigneeId ?? []}
          onChange={(chosen) => onChange({ assigneeId: chosen.length > 0 ? chosen : undefined })}
        />
      )}
      {!isPhone && (
        <SearchField
          label={t('filter')}
          value={search.text ?? ''}
          onSearch={(text) => onChange({ text: text || undefined })}
        />
      )}
    </Group>
  );
};

const Step = ({
  label,
  icon: Icon,
  onClick,
}: {
  label: string;
  icon: typeof IconChevronLeft;
  onClick: () => void;
}) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={36} aria-label={label} onClick={onClick}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
