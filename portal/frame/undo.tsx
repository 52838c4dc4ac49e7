import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import { useCallback, useRef } from 'react';
import { mayPass } from '#portal/api/api-problem.ts';
import { useProblemText } from './ProblemNote.tsx';
import { useShortcut } from './shortcuts.tsx';
import { useFrameWords } from './words.ts';

type Undoable = { id: string; label: string; undo: () => Promise<unknown> };
/** An action that the server has not confirmed yet. `undoRequest`: undo it as soon as it is. */
export type PendingStep = { id: string; label?: undefined; undoRequest?: Texts };

/** How many steps can be taken back, the latest first. */
const MOST = 50;
const SHOWN_MS = 10_000;

/** What an undo rejects with that told itself what did not go back, and why it will not. */
export const TOLD_ALREADY = new Error('Not everything went back; the reader was told what and why.');
/** The same, when it may go back in a moment. */
export const TOLD_TO_WAIT = new Error('Not everything went back yet; the reader was told.');

/** In the order in which they were started. */
const done: (Undoable | PendingStep)[] = [];
let steps = 0;
/** The step whose response is being handled. */
let answered: PendingStep | undefined;

/** Marks an action as sent to the server: Ctrl Z now applies to it. */
export const startStep = (): PendingStep => {
  const step: PendingStep = { id: `undo-${++steps}` };
  done.push(step);
  return step;
};

/** Handles the response: an undo that `run` offers belongs to this step. */
export const answerStep = (step: PendingStep, run: () => void): void => {
  answered = step;
  try {
    run();
  } finally {
    answered = undefined;
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
  const place = done.indexOf(step);
  if (place === -1) return false;
  done.splice(place, 1);
  hideNotification(step.id);
  return true;
};

/**
 * Says what was done and offers to take it back, instead of asking before whether one is sure. `undo` rejects unless all
 * of it went back.
 */
export const useUndo = () => {
  const t = useFrameWords();
  const say = useProblemText();
  const texts = useRef({ t, say });
  texts.current = { t, say };

  return useCallback((label: string, undo: () => Promise<unknown>) => {
    const pending = answered;
    const step: Undoable = { id: pending?.id ?? `undo-${++steps}`, label, undo };
    const place = pending ? done.indexOf(pending) : -1;
    if (place === -1) done.push(step);
    else done[place] = step;
    if (done.length > MOST) done.shift();
    if (pending?.undoRequest) void takeBack(step, pending.undoRequest);
    else offer(step, texts.current);
  }, []);
};

type Texts = { t: ReturnType<typeof useFrameWords>; say: ReturnType<typeof useProblemText> };

const offer = (step: Undoable, texts: Texts) =>
  showNotification({
    id: step.id,
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': texts.t('close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{step.label}</Text>
        <Button flex="none" size="compact-sm" variant="light" onClick={() => takeBack(step, texts)}>
          {texts.t('undo')}
        </Button>
      </Group>
    ),
  });

const takeBack = async (step: Undoable, texts: Texts) => {
  const { t, say } = texts;
  const place = done.indexOf(step);
  if (place === -1) return;
  done.splice(place, 1);
  hideNotification(step.id);
  const closeButtonProps = { 'aria-label': t('close') };
  try {
    await step.undo();
    showNotification({ message: `${t('undone')}: ${step.label}`, autoClose: 4_000, closeButtonProps });
  } catch (problem) {
    // What somebody else changed meanwhile does not go back the next time either, and must not stand before earlier steps.
    if (problem === TOLD_TO_WAIT || mayPass(problem)) {
      done.splice(place, 0, step);
      offer(step, texts);
    }
    if (problem === TOLD_ALREADY || problem === TOLD_TO_WAIT) return;
    showNotification({
      color: 'red',
      title: t('failed'),
      message: say(problem),
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

/** Undoes the latest step by the keyboard, one that the server has not answered yet as well; there is one on every page. */
export const UndoShortcut = () => {
  const t = useFrameWords();
  const say = useProblemText();
  useShortcut({
    keys: 'mod+z',
    label: t('undo'),
    scope: 'everywhere',
    run: () => {
      // Skips steps that will be undone when the server responds.
      const step = done.findLast((one) => one.label !== undefined || one.undoRequest === undefined);
      if (step?.label !== undefined) void takeBack(step, { t, say });
      else if (step) requestUndo(step, { t, say });
    },
  });
  return null;
};
