import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { sayMinutes, sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { TaskStateBadge } from '#portal/frame/TaskStateBadge.tsx';
import classes from './Board.module.css';
import type { BoardRow } from './board-layout.ts';
import type { Rect } from './geometry.ts';
import { MARKS } from './marks.ts';
import type { MovableTask } from './pending-moves.ts';
import { isMovable } from './task-marks.ts';
import { useBoardWords } from './words.ts';

/** What there is to know of a task of the board, and what can be done with it, beside where it was clicked. */
export const TaskFacts = ({
  task,
  row,
  at,
  onClose,
  onOpen,
  onAssign,
  onUnplan,
}: {
  task: MovableTask;
  row: BoardRow | undefined;
  /** In the window. */
  at: Rect;
  onClose: () => void;
  onOpen: (id: string) => void;
  onAssign: (task: MovableTask) => void;
  onUnplan: (task: MovableTask) => void;
}) => {
  const t = useBoardWords();
  const language = currentLanguage();
  const placed = row?.cells.flat().find((one) => one.task.id === task.id);
  const { left, top, width, height } = at;
  const act = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Popover
      key={task.id}
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-start"
      shadow="md"
      width={320}
      withArrow
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('facts', { title: task.title })}>
        <Stack gap={6}>
          <Text fw={650} size="sm">
            {task.title}
          </Text>
          <TaskStateBadge state={task.state} />
          <Text size="sm">
            {[
              task.plannedStart !== null && sayMoment(task.plannedStart, language),
              sayMinutes(task.minutes, language),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            {[task.workbookTitle, task.itemTitle].filter(Boolean).join(' · ')}
          </Text>
          {task.dueDate !== null && (
            <Text size="sm">{t('due', { at: sayMoment(task.dueDate, language) })}</Text>
          )}
          {task.startDate !== null && (
            <Text size="sm">{t('notBefore', { at: sayMoment(task.startDate, language) })}</Text>
          )}
          {placed?.marks.map((mark) => {
            const { icon: Icon, word } = MARKS[mark];
            return (
              <Text key={mark} size="sm" fw={600} className={classes.markText}>
                <Icon size={14} aria-hidden /> {t(word)}
              </Text>
            );
          })}
          <Group gap="xs" mt={4}>
            <Button size="xs" onClick={act(() => onOpen(task.id))}>
              {t('open')}
            </Button>
            {isMovable(task) && (
              <>
                <Button size="xs" variant="default" onClick={act(() => onAssign(task))}>
                  {t('assign')}
                </Button>
                <Button size="xs" variant="default" onClick={act(() => onUnplan(task))}>
                  {t('unplan')}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
