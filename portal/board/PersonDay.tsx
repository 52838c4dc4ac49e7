import { ActionIcon, Button, Menu, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardPerson } from '#contract/board.ts';
import { formatDuration, formatTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { IconDots } from '#kit/icons/icons.ts';
import { DeviceNotes } from '#portal/devices/DeviceNotes.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { AssigneeDialog } from '#portal/planning/AssignDialog.tsx';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { TaskHighlights } from '#task-fields/TaskHighlights.tsx';
import { useBoardLabels } from './board-labels.ts';
import { createPersonKey, UNASSIGNED_KEY } from './board-layout.ts';
import type { BoardSearch } from './board-search.ts';
import { ChoiceIcons } from './ChoiceIcons.tsx';
import { LoadBar } from './LoadBar.tsx';
import classes from './PersonDay.module.css';
import type { MovableTask } from './pending-moves.ts';
import { isMovable } from './task-warnings.ts';
import type { BoardState } from './use-board.ts';
import { type BoardActions, useBoardActions } from './use-board-actions.ts';

const UNASSIGNED_VALUE = 'unassigned';

type Props = { board: BoardState; search: BoardSearch; onChange: (changes: BoardSearch) => void };

/** The board on a phone: one person's day and the tasks to plan. */
export const PersonDay = ({ board, search, onChange }: Props) => {
  const { t } = useTranslation('board');
  const labels = useBoardLabels();
  const actions = useBoardActions(board);
  const devices = useDevices();
  const [taskToMove, setTaskToMove] = useState<MovableTask | null>(null);
  // Stored in state, so that selecting another day or moving a task does not change the person.
  const [initialPersonId] = useState(() => findInitialPerson(board)?.id);
  const person = board.people.find(({ id }) => id === (search.person ?? initialPersonId)) ?? null;
  const row = board.rows.find(({ key }) => key === (person ? createPersonKey(person.id) : UNASSIGNED_KEY));
  const placedTasks = row?.cells.flat() ?? [];
  const load = row?.loads[0];
  return (
    <Stack gap="sm" className={classes.scroller}>
      <Select
        label={t('person')}
        searchable
        allowDeselect={false}
        value={person ? String(person.id) : UNASSIGNED_VALUE}
        onChange={(id) => onChange({ person: id === null || id === UNASSIGNED_VALUE ? 'none' : Number(id) })}
        data={[
          { value: UNASSIGNED_VALUE, label: t('unassigned') },
          ...board.people.map(({ id, ...name }) => ({ value: String(id), label: formatFullName(name) })),
        ]}
      />
      {person && load && (
        <div>
          <Text size="sm">{labels.formatLoad(load)}</Text>
          <LoadBar load={load} />
          <DeviceNotes
            devices={devices[person.id]}
            isAtWork={placedTasks.some(({ task }) => task.state === 'Active')}
            onlyWarnings
          />
        </div>
      )}
      {row?.busyTimes.map(({ time, lane }) => (
        <Text key={`${time.plannedStart} ${lane}`} size="sm" c="dimmed">
          {[formatTime(time.plannedStart), formatDuration(time.minutes), labels.busyLabel].join(' · ')}
        </Text>
      ))}
      {placedTasks.length === 0 && <Text c="dimmed">{t('nothingThatDay')}</Text>}
      <ul className={classes.list}>
        {placedTasks.map(({ task, warnings }) => (
          <TaskItem key={task.id} task={task} actions={actions} onMove={setTaskToMove}>
            {warnings.map((warning) => (
              <span key={warning} className={classes.mark}>
                {labels.formatWarning(warning)}
              </span>
            ))}
          </TaskItem>
        ))}
      </ul>
      <h2 className={classes.heading}>{t('unplanned')}</h2>
      <ul className={classes.list}>
        {board.unplannedTasks.map((task) => (
          <TaskItem
            key={task.id}
            task={task}
            assignee={board.assigneeNames.get(task.id) ?? t('unassigned')}
            actions={actions}
            onMove={setTaskToMove}
            onPlan={() => actions.plan([task], { person, date: board.date })}
          />
        ))}
      </ul>
      {board.unplannedQuery.hasNextPage && (
        <Button variant="default" onClick={() => void board.unplannedQuery.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {taskToMove && (
        <MoveDialog task={taskToMove} board={board} actions={actions} onClose={() => setTaskToMove(null)} />
      )}
    </Stack>
  );
};

const findInitialPerson = ({ rows, people }: BoardState): BoardPerson | undefined =>
  rows.find(({ person, cells }) => person && cells.flat().length > 0)?.person ?? people[0];

type TaskItemProps = {
  task: MovableTask;
  assignee?: string;
  actions: BoardActions;
  onMove: (task: MovableTask) => void;
  onPlan?: () => void;
  children?: React.ReactNode;
};

const TaskItem = ({ task, assignee, actions, onMove, onPlan, children }: TaskItemProps) => {
  const { t } = useTranslation('board');
  const navigate = useNavigate();
  const [isAssigning, setAssigning] = useState(false);
  return (
    <li className={classes.item}>
      <div className={classes.summary}>
        <span className={classes.title}>
          <ChoiceIcons task={task} size={16} />
          {task.title}
        </span>
        <span className={classes.details}>
          {[
            task.plannedStart !== null && formatTime(task.plannedStart),
            formatDuration(task.minutes),
            assignee,
            task.itemTitle,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <TaskStateBadge state={task.state} isLate={onPlan !== undefined && task.isLate} />
        <TaskHighlights task={task} />
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

type MoveDialogProps = { task: MovableTask; board: BoardState; actions: BoardActions; onClose: () => void };

/** Moves a task to its assignee's first free slot on a given day. */
const MoveDialog = ({ task, board, actions, onClose }: MoveDialogProps) => {
  const { t } = useTranslation('board');
  const edits = useEdits(`move ${task.id}`, { date: board.date });
  const { date } = edits.values;
  const fetchDay = useMutation({ mutationFn: board.fetchDay });
  // `onSuccess` runs only while the dialog is open, so closing the dialog cancels the move.
  const submit = () =>
    fetchDay.mutate(date, {
      onSuccess: (day) => {
        const person = [...day.people, ...board.people].find(({ id }) => id === task.assigneeId) ?? null;
        edits.discard();
        actions.plan([task], { person, date }, day);
        onClose();
      },
    });
  return (
    <FormModal opened onClose={onClose} title={task.title}>
      <EditForm edits={edits} onSubmit={submit}>
        <Stack>
          <DateInput required label={t('date')} value={date} onChange={(day) => edits.edit({ date: day })} />
          <FormProblem problem={fetchDay.error} />
          <Button type="submit" loading={fetchDay.isPending}>
            {t('save')}
          </Button>
        </Stack>
      </EditForm>
    </FormModal>
  );
};
