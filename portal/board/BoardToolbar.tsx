import { Button, Group, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatIsoDate } from '#kit/days.ts';
import { formatFullName } from '#kit/full-name.ts';
import { IconChevronLeft, IconChevronRight } from '#kit/icons/icons.ts';
import { useAssignees } from '#portal/api/lookups.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { TeamFilter } from '#portal/teams/TeamFilter.tsx';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { BOARD_VIEWS, type BoardView, shiftDay } from './board-columns.ts';
import type { BoardSearch } from './board-search.ts';
import type { BoardState } from './use-board.ts';

type Props = {
  search: BoardSearch;
  board: Pick<BoardState, 'view' | 'date'>;
  isPhone: boolean;
  onChange: (changes: BoardSearch) => void;
};

export const BoardToolbar = ({ search, board: { view, date }, isPhone, onChange }: Props) => {
  const { t } = useTranslation('board');
  const people = useAssignees().data ?? [];
  const setView = (newView: BoardView) => onChange({ view: newView === 'week' ? undefined : newView });
  const moveDate = (count: number) => onChange({ date: shiftDay(view, date, count) });
  const goToToday = () => onChange({ date: undefined });
  useShortcut({ keys: 't', label: t('today'), run: goToToday });
  useShortcut({ keys: '[', label: t('previous'), run: () => moveDate(-1) });
  useShortcut({ keys: ']', label: t('next'), run: () => moveDate(1) });
  useShortcut({ keys: 'v d', label: t('day'), run: () => setView('day') });
  useShortcut({ keys: 'v w', label: t('week'), run: () => setView('week') });
  useShortcut({ keys: 'v m', label: t('month'), run: () => setView('month') });
  return (
    <Group gap="xs" mb="sm">
      <Group gap={4} wrap="nowrap">
        <IconButton
          {...arrowButtonProps}
          icon={IconChevronLeft}
          label={t('previous')}
          onClick={() => moveDate(-1)}
        />
        <Button
          variant="default"
          size="sm"
          disabled={search.date === undefined || search.date === formatIsoDate(new Date())}
          onClick={goToToday}
        >
          {t('today')}
        </Button>
        <IconButton
          {...arrowButtonProps}
          icon={IconChevronRight}
          label={t('next')}
          onClick={() => moveDate(1)}
        />
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
      <TeamFilter name={t('team')} selected={search.teamId} onChange={(teamId) => onChange({ teamId })} />
      {!isPhone && (
        <FilterButton
          name={t('person')}
          options={[
            { value: 'none' as const, label: t('unassigned') },
            ...people.map((person) => ({ value: person.id, label: formatFullName(person) })),
          ]}
          selected={search.assigneeId ?? []}
          onChange={(ids) => onChange({ assigneeId: ids.length > 0 ? ids : undefined })}
        />
      )}
      {!isPhone && (
        <SearchField
          label={t('filter')}
          placeholder={t('searchPlaceholder')}
          value={search.text ?? ''}
          onSearch={(text) => onChange({ text: text || undefined })}
        />
      )}
    </Group>
  );
};

const arrowButtonProps = { variant: 'default', size: 36, iconSize: 18 };
