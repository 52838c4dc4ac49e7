import { showNotification } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useProblemText } from './ProblemNote.tsx';
import { answerStep, endStep, type PendingStep, startStep } from './undo.tsx';
import { usePlace } from './use-place.ts';
import { useFrameWords } from './words.ts';

/** Something that is done by a button: afterwards what it changes is asked again, and a failure is told. */
export const useAct = <Input = void, Answer = unknown>({
  act,
  changes,
  onDone,
  isFailureShown = true,
}: {
  act: (input: Input) => Promise<Answer>;
  /** The beginnings of keys of queries. */
  changes: readonly QueryKey[];
  /** `isStillHere`: whoever did it has not left since. Only then something is closed, or leads on. */
  onDone?: (answer: Answer, input: Input, isStillHere: boolean) => void;
  /** false: the screen shows it beside its fields. */
  isFailureShown?: boolean;
}) => {
  const queries = useQueryClient();
  const t = useFrameWords();
  const say = useProblemText();
  const markPlace = usePlace();
  return useMutation<Answer, Error, Input, { isStillHere: () => boolean; step: PendingStep | undefined }>({
    mutationFn: act,
    // Actions of an undo are not undo steps themselves.
    onMutate: () => ({ isStillHere: markPlace(), step: onDone && startStep() }),
    onSuccess: (answer, input, { isStillHere, step }) => {
      if (step) answerStep(step, () => onDone?.(answer, input, isStillHere()));
    },
    onError: (problem, _input, started) => {
      if (started?.step) endStep(started.step);
      if (isFailureShown)
        showNotification({
          color: 'red',
          title: t('failed'),
          message: say(problem),
          autoClose: 12_000,
          closeButtonProps: { 'aria-label': t('close') },
        });
    },
    // After a failure too: somebody else may have changed it.
    onSettled: () => Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
};
