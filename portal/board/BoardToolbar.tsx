import { ActionIcon, Button, Group, SegmentedControl, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayText } from '#kit/days.ts';
import { IconChevronLeft, IconChevronRight } from '#kit/icons/icons.ts';
import { fullName, useAssignees } from '#portal/api/lookups.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useTeams } from '#portal/teams/use-teams.ts';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { FilterButton } from '#portal/ui/FilterButton.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { BOARD_VIEWS, type BoardView, shiftDay } from './board-columns.ts';
import type { BoardSearch } from './board-search.ts';
import type { ShownBoard } from './use-board.ts';

/** Controls for the dates, the view and the filters of the board. */
export const BoardToolbar = ({
  search,
  shown: { view, date },
  isPhone,
  onChange,
}: {
  search: BoardSearch;
  shown: Pick<ShownBoard, 'view' | 'date'>;
  isPhone: boolean;
  onChange: (change: BoardSearch) => void;
}) => {
  const { t } = useTranslation('board');
  const teams = useTeams();
  const people = useAssignees().data ?? [];
  const look = (to: BoardView) => onChange({ view: to === 'week' ? undefined : to });
  const go = (by: number) => onChange({ date: shiftDay(view, date, by) });
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
        <Button
          variant="default"
          size="sm"
          disabled={search.date === undefined || search.date === dayText(new Date())}
          onClick={today}
        >
          {t('today')}
        </Button>
        <Step label={t('next')} icon={IconChevronRight} onClick={() => go(1)} />
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
          onChange={look}
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
