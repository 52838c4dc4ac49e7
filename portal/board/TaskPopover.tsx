import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SuggestionReason } from '#contract/suggestion.ts';
import { formatDateTime, formatDuration } from '#kit/date-time-format.ts';
import { DeviceNotes } from '#portal/devices/DeviceNotes.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { TaskHighlights } from '#task-fields/TaskHighlights.tsx';
import classes from './Board.module.css';
import type { PlacedTask } from './board-layout.ts';
import { formatReason } from './format-reason.ts';
import type { Rect } from './geometry.ts';
import type { MovableTask } from './pending-moves.ts';
import { isMovable } from './task-warnings.ts';
import { WARNINGS } from './warning-icons.ts';

export const TaskPopover = ({
  task,
  placedTask,
  cardRect,
  reasons,
  onClose,
  onOpen,
  onAssign,
  onUnplan,
}: {
  task: MovableTask;
  placedTask: PlacedTask | undefined;
  /** The card's rectangle in viewport coordinates. */
  cardRect: Rect;
  reasons: readonly SuggestionReason[];
  onClose: () => void;
  onOpen: (id: string) => void;
  onAssign: (task: MovableTask) => void;
  onUnplan: (task: MovableTask) => void;
}) => {
  const { t } = useTranslation('board');
  const devices = useDevices();
  const start = placedTask?.task.plannedStart ?? task.plannedStart;
  const { left, top, width, height } = cardRect;
  useCloseOnEscape(onClose);
  const closeAndRun = (action: () => void) => () => {
    onClose();
    action();
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
      // The target is not a button, so it must not get a button's ARIA attributes.
      withRoles={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" data-modeless aria-label={t('details', { title: task.title })}>
        <Stack gap={6}>
          <Text fw={650} size="sm">
            {task.title}
          </Text>
          <Group gap="xs">
            <TaskStateBadge state={task.state} />
            <TaskHighlights task={task} />
          </Group>
          <Text size="sm">
            {[start !== null && formatDateTime(start), formatDuration(task.minutes)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            {[task.workbookTitle, task.itemTitle].filter(Boolean).join(' · ')}
          </Text>
          {task.dueDate !== null && <Text size="sm">{t('due', { at: formatDateTime(task.dueDate) })}</Text>}
          {task.startDate !== null && (
            <Text size="sm">{t('notBefore', { at: formatDateTime(task.startDate) })}</Text>
          )}
          {placedTask?.warnings.map((warning) => {
            const { icon: Icon, labelKey } = WARNINGS[warning];
            return (
              <Text key={warning} size="sm" fw={600} className={classes.markText}>
                <Icon size={14} aria-hidden /> {t(labelKey)}
              </Text>
            );
          })}
          {task.state === 'Active' && task.assigneeId !== null && (
            <DeviceNotes devices={devices[task.assigneeId]} isAtWork />
          )}
          {reasons.map((reason) => (
            <Text key={reason.kind} size="sm">
              {formatReason(t, reason)}
            </Text>
          ))}
          <Group gap="xs" mt={4}>
            <Button size="xs" onClick={closeAndRun(() => onOpen(task.id))}>
              {t('open')}
            </Button>
            {isMovable(task) && (
              <>
                <Button size="xs" variant="default" onClick={closeAndRun(() => onAssign(task))}>
                  {t('assign')}
                </Button>
                {task.plannedStart !== null && (
                  <Button size="xs" variant="default" onClick={closeAndRun(() => onUnplan(task))}>
                    {t('unplan')}
                  </Button>
                )}
              </>
            )}
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

/** Closes the pop-up on Escape, wherever the focus is, and restores the focus. An open dialog closes first. */
const useCloseOnEscape = (onClose: () => void) => {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const previousFocus = document.activeElement;
    const handleKey = (event: KeyboardEvent) => {
      const { target } = event;
      // A dialog that has just closed is no longer in the document, but still contains the event target.
      const isInDialog = target instanceof Element && target.closest('[aria-modal="true"]') !== null;
      if (event.key !== 'Escape' || isInDialog) return;
      // Otherwise, the board would also clear the selection.
      event.preventDefault();
      event.stopPropagation();
      close();
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => window.removeEventListener('keydown', handleKey, { capture: true });
  }, []);
};
