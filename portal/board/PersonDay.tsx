import { ActionIcon, Button, Menu, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import { IconDots } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import { fullName } from '#portal/api/lookups.ts';
import { DeviceNotes } from '#portal/devices/DeviceNotes.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { DraftForm } from '#portal/forms/DraftForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { AssigneeDialog } from '#portal/planning/AssignDialog.tsx';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { TaskMarks } from '#task-fields/TaskMarks.tsx';
import { keyOfPerson, UNASSIGNED_KEY } from './board-layout.ts';
import type { BoardSearch } from './board-search.ts';
import { useBoardTexts } from './board-texts.ts';
import { LoadBar } from './LoadBar.tsx';
import classes from './PersonDay.module.css';
import type { MovableTask } from './pending-moves.ts';
import { isMovable } from './task-marks.ts';
import type { ShownBoard } from './use-board.ts';
import { type BoardActions, useBoardActions } from './use-board-actions.ts';

const UNASSIGNED = 'unassigned';

/** The board on a phone: one person's day and the tasks to plan, as lists with a menu for each task. */
export const PersonDay = ({
  shown,
  search,
  onChange,
}: {
  shown: ShownBoard;
  search: BoardSearch;
  onChange: (change: BoardSearch) => void;
}) => {
  const { t } = useTranslation('board');
  const texts = useBoardTexts();
  const actions = useBoardActions(shown);
  const devices = useDevices();
  const [moved, setMoved] = useState<MovableTask | null>(null);
  // Stays when the day changes, or when this person's last task is moved.
  const [first] = useState(() => firstWithWork(shown));
  const person = shown.people.find(({ id }) => id === (search.person ?? first)) ?? null;
  const row = shown.rows.find(({ key }) => key === (person ? keyOfPerson(person.id) : UNASSIGNED_KEY));
  const placed = row?.cells.flat() ?? [];
  const load = row?.loads[0];
  return (
    <Stack gap="sm" className={classes.scroller}>
      <PersonSelect
        people={shown.people}
        value={person?.id ?? null}
        onChange={(id) => onChange({ person: id ?? 'none' })}
      />
      {person && load && (
        <div>
          <Text size="sm">{texts.load(load)}</Text>
          <LoadBar load={load} />
          <DeviceNotes
            devices={devices[person.id]}
            isAtWork={placed.some(({ task }) => task.state === 'Active')}
            onlyWarnings
          />
        </div>
      )}
      {row?.busy.map(({ time, lane }) => (
        <Text key={`${time.plannedStart} ${lane}`} size="sm" c="dimmed">
          {[
            formatTime(time.plannedStart, texts.language),
            formatDuration(time.minutes, texts.language),
            texts.busy,
          ].join(' · ')}
        </Text>
      ))}
      {placed.length === 0 && <Text c="dimmed">{t('nothingThatDay')}</Text>}
      <ul className={classes.list}>
        {placed.map(({ task, marks }) => (
          <Item key={task.id} task={task} actions={actions} onMove={setMoved}>
            {marks.map((mark) => (
              <span key={mark} className={classes.mark}>
                {texts.mark(mark)}
              </span>
            ))}
          </Item>
        ))}
      </ul>
      <h2 className={classes.heading}>{t('unplanned')}</h2>
      <ul className={classes.list}>
        {shown.unplanned.map((task) => (
          <Item
            key={task.id}
            task={task}
            actions={actions}
            onMove={setMoved}
            onPlan={() => actions.put([task], { person, date: shown.date })}
          />
        ))}
      </ul>
      {shown.list.hasNextPage && (
        <Button variant="default" onClick={() => void shown.list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {moved && <MoveDialog task={moved} shown={shown} actions={actions} onClose={() => setMoved(null)} />}
    </Stack>
  );
};

/** The first person with a task on the day that is shown, otherwise the first person. */
const firstWithWork = ({ rows, people }: ShownBoard): number | undefined =>
  (rows.find(({ person, cells }) => person && cells.flat().length > 0)?.person ?? people[0])?.id;

const Item = ({
  task,
  actions,
  onMove,
  onPlan,
  children,
}: {
  task: MovableTask;
  actions: BoardActions;
  onMove: (task: MovableTask) => void;
  onPlan?: () => void;
  children?: React.ReactNode;
}) => {
  const { t } = useTranslation('board');
  const navigate = useNavigate();
  const language = currentLanguage();
  const [isAssigning, setAssigning] = useState(false);
  return (
    <li className={classes.item}>
      <div className={classes.facts}>
        <span className={classes.title}>{task.title}</span>
        <span className={classes.under}>
          {[
            task.plannedStart !== null && formatTime(task.plannedStart, language),
            formatDuration(task.minutes, language),
            task.itemTitle,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <TaskStateBadge state={task.state} isLate={onPlan !== undefined && task.isLate} />
        <TaskMarks task={task} />
        {children}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xl"
            aria-label={t('actions', { title: task.title })}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void navigate({ to: '/tasks/$taskId', params: { taskId: task.id } })}>
            {t('open')}
          </Menu.Item>
          {onPlan && <Menu.Item onClick={onPlan}>{t('planHere')}</Menu.Item>}
          {isMovable(task) && <Menu.Item onClick={() => onMove(task)}>{t('move')}</Menu.Item>}
          {isMovable(task) && <Menu.Item onClick={() => setAssigning(true)}>{t('assign')}</Menu.Item>}
          {isMovable(task) && task.plannedStart !== null && (
            <Menu.Item onClick={() => actions.unplan([task])}>{t('unplan')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isAssigning && (
        <AssigneeDialog
          tasks={[task]}
          onAssign={async (person) => actions.assign([task], person)}
          onClose={() => setAssigning(false)}
        />
      )}
    </li>
  );
};

const PersonSelect = ({
  people,
  value,
  onChange,
}: {
  people: ShownBoard['people'];
  value: number | null;
  onChange: (id: number | null) => void;
}) => {
  const { t } = useTranslation('board');
  return (
    <Select
      label={t('person')}
      searchable
      allowDeselect={false}
      value={value === null ? UNASSIGNED : String(value)}
      onChange={(selected) =>
        onChange(selected === null || selected === UNASSIGNED ? null : Number(selected))
      }
      data={[
        { value: UNASSIGNED, label: t('unassigned') },
        ...people.map((person) => ({ value: String(person.id), label: fullName(person) })),
      ]}
    />
  );
};

/** Moves a task to a person and a day, after that day's tasks. */
const MoveDialog = ({
  task,
  shown,
  actions,
  onClose,
}: {
  task: MovableTask;
  shown: ShownBoard;
  actions: BoardActions;
  onClose: () => void;
}) => {
  const { t } = useTranslation('board');
  const draft = useEdits(`move ${task.id}`, { to: task.assigneeId, date: shown.date });
  const { to, date } = draft.values;
  const reading = useMutation({ mutationFn: shown.readDay });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Runs only while the dialog is open: closing it cancels the move.
    reading.mutate(date, {
      onSuccess: (day) => {
        const person = [...day.people, ...shown.people].find(({ id }) => id === to) ?? null;
        draft.discard();
        actions.put([task], { person, date }, day);
        onClose();
      },
    });
  };
  return (
    <FormModal opened onClose={onClose} title={task.title}>
      <DraftForm draft={draft} onSubmit={submit}>
        <Stack>
          <PersonSelect people={shown.people} value={to} onChange={(id) => draft.edit({ to: id })} />
          <DateInput required label={t('date')} value={date} onChange={(day) => draft.edit({ date: day })} />
          <FormProblem problem={reading.error} />
          <Button type="submit" loading={reading.isPending}>
            {t('save')}
          </Button>
        </Stack>
      </DraftForm>
    </FormModal>
  );
};
