import { hideNotification, showNotification } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isTransient } from '#portal/api/api-problem.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { MessageWithButton } from '#portal/ui/MessageWithButton.tsx';

type UndoableStep = { id: string; label: string; undo: () => Promise<unknown> };
/** An action still awaiting its response. `undoNotifier` is set once the user has asked to undo it. */
export type PendingStep = { id: string; label?: undefined; undoNotifier?: Notifier };

const MAX_STEPS = 50;
const NOTIFICATION_MS = 10_000;

/** An `undo` function rejects with this if it has already shown why it failed and retrying is pointless. */
export const REPORTED_PERMANENT_FAILURE = new Error(
  'Not everything was undone; the user has seen the reasons.',
);
/** An `undo` function rejects with this if it has already shown why it failed, but a retry may succeed. */
export const REPORTED_TEMPORARY_FAILURE = new Error(
  'Not everything has been undone yet; the user has seen the reason.',
);

/** The steps, oldest first. */
const undoSteps: (UndoableStep | PendingStep)[] = [];
let stepCount = 0;
let completingStep: PendingStep | undefined;

/** Adds an action to the undo steps as soon as it is sent, so that Ctrl Z can undo it. */
export const startStep = (): PendingStep => {
  const step: PendingStep = { id: `undo-${++stepCount}` };
  undoSteps.push(step);
  return step;
};

/** Runs the response handler. If the handler offers an undo, that undo replaces this pending step. */
export const completeStep = (step: PendingStep, handleResponse: () => void): void => {
  completingStep = step;
  try {
    handleResponse();
  } finally {
    completingStep = undefined;
    const { undoNotifier } = step;
    if (endStep(step) && undoNotifier)
      showNotification({ color: 'orange', message: undoNotifier.t('cannotUndo') });
  }
};

/** Removes a step. Returns false if it has already been removed. */
export const endStep = (step: UndoableStep | PendingStep): boolean => {
  const index = undoSteps.indexOf(step);
  if (index === -1) return false;
  undoSteps.splice(index, 1);
  hideNotification(step.id);
  return true;
};

/** Returns a function that shows what was done and offers Undo. `undo` must reject if anything was not undone. */
export const useUndo = () => {
  const { t } = useTranslation('general');
  const notifyProblem = useNotifyProblem();
  const notifier = useRef({ t, notifyProblem });
  notifier.current = { t, notifyProblem };

  return useCallback((label: string, undo: () => Promise<unknown>) => {
    const pending = completingStep;
    const step: UndoableStep = { id: pending?.id ?? `undo-${++stepCount}`, label, undo };
    const index = pending ? undoSteps.indexOf(pending) : -1;
    if (index === -1) undoSteps.push(step);
    else undoSteps[index] = step;
    if (undoSteps.length > MAX_STEPS) undoSteps.shift();
    if (pending?.undoNotifier) void undoStep(step, pending.undoNotifier);
    else showUndoNotification(step, notifier.current);
  }, []);
};

type Notifier = { t: TFunction<'general'>; notifyProblem: ReturnType<typeof useNotifyProblem> };

const showUndoNotification = (step: UndoableStep, notifier: Notifier) =>
  showNotification({
    id: step.id,
    autoClose: NOTIFICATION_MS,
    message: (
      <MessageWithButton
        message={step.label}
        label={notifier.t('undo')}
        onClick={() => undoStep(step, notifier)}
      />
    ),
  });

const undoStep = async (step: UndoableStep, notifier: Notifier) => {
  const { t, notifyProblem } = notifier;
  const index = undoSteps.indexOf(step);
  if (!endStep(step)) return;
  try {
    await step.undo();
    showNotification({ message: `${t('undone')}: ${step.label}`, autoClose: 4_000 });
  } catch (problem) {
    // A step that cannot be retried is not added again, so that earlier steps can still be undone.
    if (problem === REPORTED_TEMPORARY_FAILURE || isTransient(problem)) {
      undoSteps.splice(index, 0, step);
      showUndoNotification(step, notifier);
    }
    if (problem === REPORTED_PERMANENT_FAILURE || problem === REPORTED_TEMPORARY_FAILURE) return;
    notifyProblem(problem, t('failed'));
  }
};

const requestUndo = (step: PendingStep, notifier: Notifier) => {
  step.undoNotifier = notifier;
  showNotification({
    id: step.id,
    loading: true,
    autoClose: false,
    withCloseButton: false,
    message: notifier.t('undoing'),
  });
};

/** Registers Ctrl Z on every page. It undoes the latest step, even before the server has responded. */
export const UndoShortcut = () => {
  const { t } = useTranslation('general');
  const notifyProblem = useNotifyProblem();
  useShortcut({
    keys: 'mod+z',
    label: t('undo'),
    scope: 'everywhere',
    run: () => {
      // Skips steps that will be undone once their response arrives.
      const step = undoSteps.findLast(
        (candidate) => candidate.label !== undefined || candidate.undoNotifier === undefined,
      );
      if (step?.label !== undefined) void undoStep(step, { t, notifyProblem });
      else if (step) requestUndo(step, { t, notifyProblem });
    },
  });
  return null;
};
