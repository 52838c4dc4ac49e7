import { ActionIcon, Button, Group, SegmentedControl, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatIsoDate } from '#kit/days.ts';
import { IconChevronLeft, IconChevronRight } from '#kit/icons/icons.ts';
import { fullName, useAssignees } from '#portal/api/lookups.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useTeams } from '#portal/teams/use-teams.ts';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { BOARD_VIEWS, type BoardView, shiftDay } from './board-columns.ts';
import type { BoardSearch } from './board-search.ts';
import type { BoardState } from './use-board.ts';

/** Controls for the board's dates, view and filters. */
export const BoardToolbar = ({
  search,
  board: { view, date },
  isPhone,
  onChange,
}: {
  search: BoardSearch;
  board: Pick<BoardState, 'view' | 'date'>;
  isPhone: boolean;
  onChange: (change: BoardSearch) => void;
}) => {
  const { t } = useTranslation('board');
  const teams = useTeams();
  const people = useAssignees().data ?? [];
  const setView = (to: BoardView) => onChange({ view: to === 'week' ? undefined : to });
  const shift = (count: number) => onChange({ date: shiftDay(view, date, count) });
  const goToToday = () => onChange({ date: undefined });
  useShortcut({ keys: 't', label: t('today'), run: goToToday });
  useShortcut({ keys: '[', label: t('previous'), run: () => shift(-1) });
  useShortcut({ keys: ']', label: t('next'), run: () => shift(1) });
  useShortcut({ keys: 'v d', label: t('day'), run: () => setView('day') });
  useShortcut({ keys: 'v w', label: t('week'), run: () => setView('week') });
  useShortcut({ keys: 'v m', label: t('month'), run: () => setView('month') });
  return (
    <Group gap="xs" mb="sm">
      <Group gap={4} wrap="nowrap">
        <StepButton label={t('previous')} icon={IconChevronLeft} onClick={() => shift(-1)} />
        <Button
          variant="default"
          size="sm"
          disabled={search.date === undefined || search.date === formatIsoDate(new Date())}
          onClick={goToToday}
        >
          {t('today')}
        </Button>
        <StepButton label={t('next')} icon={IconChevronRight} onClick={() => shift(1)} />
        <DateInput
          required
          w={140}
          aria-label={t('date')}
          value={date}
          onChange={(day) => onChange({ date: day })}
        />
      </Group>
      {!isPhone && (
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={setView}
          data={BOARD_VIEWS.map((value) => ({ value, label: t(value) }))}
        />
      )}
      <FilterButton
        name={t('team')}
        options={teams.map(({ id, title }) => ({ value: id, label: title }))}
        selected={search.teamId === undefined ? [] : [search.teamId]}
        isSingle
        onChange={([teamId]) => onChange({ teamId })}
      />
      {!isPhone && (
        <FilterButton
          name={t('person')}
          options={[
            { value: 'none' as const, label: t('unassigned') },
            ...people.map((person) => ({ value: person.id, label: fullName(person) })),
          ]}
          selected={search.assigneeId ?? []}
          onChange={(selected) => onChange({ assigneeId: selected.length > 0 ? selected : undefined })}
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

const StepButton = ({
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
