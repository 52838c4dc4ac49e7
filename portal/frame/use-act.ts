import { showNotification } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useProblemText } from './ProblemNote.tsx';
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
  onDone?: (answer: Answer, input: Input) => void;
  /** false: the screen shows it beside its fields. */
  isFailureShown?: boolean;
}) => {
  const queries = useQueryClient();
  const t = useFrameWords();
  const say = useProblemText();
  return useMutation<Answer, Error, Input>({
    mutationFn: act,
    onSuccess: (answer, input) => onDone?.(answer, input),
    onError: (problem) => {
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
