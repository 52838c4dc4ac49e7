import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isTransient } from '#portal/api/api-problem.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';

type Undoable = { id: string; label: string; undo: () => Promise<unknown> };
/** An action that the server has not confirmed yet. `undoRequest`: undo it as soon as it is. */
export type PendingStep = { id: string; label?: undefined; undoRequest?: Texts };

/** The number of steps that can be undone. */
const MAX_STEPS = 50;
const SHOWN_MS = 10_000;

/** An undo rejects with this after it has shown the user what was not undone; retrying would not help. */
export const ALREADY_REPORTED = new Error('Not everything was undone; the user has seen the reasons.');
/** The same, when a retry may succeed. */
export const REPORTED_RETRY_LATER = new Error(
  'Not everything has been undone yet; the user has seen the reason.',
);

/** In order of start. */
const undoSteps: (Undoable | PendingStep)[] = [];
let stepCount = 0;
/** The step whose response is being handled. */
let completingStep: PendingStep | undefined;

/** Marks an action as sent to the server: Ctrl Z now applies to it. */
export const startStep = (): PendingStep => {
  const step: PendingStep = { id: `undo-${++stepCount}` };
  undoSteps.push(step);
  return step;
};

/** Handles the response: an undo that `run` offers belongs to this step. */
export const completeStep = (step: PendingStep, run: () => void): void => {
  completingStep = step;
  try {
    run();
  } finally {
    completingStep = undefined;
    const { undoRequest } = step;
    if (endStep(step) && undoRequest)
      showNotification({
        color: 'orange',
        message: undoRequest.t('cannotUndo'),
        closeButtonProps: { 'aria-label': undoRequest.t('close') },
      });
  }
};

/** It failed, or there is nothing to undo. Returns whether it was still pending. */
export const endStep = (step: PendingStep): boolean => {
  const place = undoSteps.indexOf(step);
  if (place === -1) return false;
  undoSteps.splice(place, 1);
  hideNotification(step.id);
  return true;
};

/** Shows what was done and offers Undo, instead of asking for confirmation first. `undo` rejects unless everything was undone. */
export const useUndo = () => {
  const { t } = useTranslation('general');
  const problemText = useProblemText();
  const texts = useRef({ t, problemText });
  texts.current = { t, problemText };

  return useCallback((label: string, undo: () => Promise<unknown>) => {
    const pending = completingStep;
    const step: Undoable = { id: pending?.id ?? `undo-${++stepCount}`, label, undo };
    const place = pending ? undoSteps.indexOf(pending) : -1;
    if (place === -1) undoSteps.push(step);
    else undoSteps[place] = step;
    if (undoSteps.length > MAX_STEPS) undoSteps.shift();
    if (pending?.undoRequest) void undoStep(step, pending.undoRequest);
    else showUndo(step, texts.current);
  }, []);
};

type Texts = { t: TFunction<'general'>; problemText: ReturnType<typeof useProblemText> };

const showUndo = (step: Undoable, texts: Texts) =>
  showNotification({
    id: step.id,
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': texts.t('close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{step.label}</Text>
        <Button flex="none" size="compact-sm" variant="light" onClick={() => undoStep(step, texts)}>
          {texts.t('undo')}
        </Button>
      </Group>
    ),
  });

const undoStep = async (step: Undoable, texts: Texts) => {
  const { t, problemText } = texts;
  const place = undoSteps.indexOf(step);
  if (place === -1) return;
  undoSteps.splice(place, 1);
  hideNotification(step.id);
  const closeButtonProps = { 'aria-label': t('close') };
  try {
    await step.undo();
    showNotification({ message: `${t('undone')}: ${step.label}`, autoClose: 4_000, closeButtonProps });
  } catch (problem) {
    // A step that conflicts with another person's change cannot be undone later either, and must not block earlier steps.
    if (problem === REPORTED_RETRY_LATER || isTransient(problem)) {
      undoSteps.splice(place, 0, step);
      showUndo(step, texts);
    }
    if (problem === ALREADY_REPORTED || problem === REPORTED_RETRY_LATER) return;
    showNotification({
      color: 'red',
      title: t('failed'),
      message: problemText(problem),
      autoClose: 10_000,
      closeButtonProps,
    });
  }
};

/** Shows that it will be undone, which may take a moment. */
const requestUndo = (step: PendingStep, texts: Texts) => {
  step.undoRequest = texts;
  showNotification({
    id: step.id,
    loading: true,
    autoClose: false,
    withCloseButton: false,
    message: texts.t('undoing'),
  });
};

/** Undoes the latest step by keyboard, also before the server has responded to it. Every page has one. */
export const UndoShortcut = () => {
  const { t } = useTranslation('general');
  const problemText = useProblemText();
  useShortcut({
    keys: 'mod+z',
    label: t('undo'),
    scope: 'everywhere',
    run: () => {
      // Skips steps that will be undone when the server responds.
      const step = undoSteps.findLast((one) => one.label !== undefined || one.undoRequest === undefined);
      if (step?.label !== undefined) void undoStep(step, { t, problemText });
      else if (step) requestUndo(step, { t, problemText });
    },
  });
  return null;
};
