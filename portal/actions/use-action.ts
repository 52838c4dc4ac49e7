import { showNotification } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { completeStep, endStep, type PendingStep, startStep } from './undo.tsx';

/** Runs an action of a button, then invalidates the queries that it changes and shows an error if it fails. */
export const useAction = <Input = void, Answer = unknown>({
  action,
  changes,
  onDone,
  isFailureShown = true,
}: {
  action: (input: Input) => Promise<Answer>;
  /** The beginnings of keys of queries. */
  changes: readonly QueryKey[];
  /** `isStillOnPage`: the user has not left the page since. Close dialogs and navigate only then. */
  onDone?: (answer: Answer, input: Input, isStillOnPage: boolean) => void;
  /** false when the screen shows the error next to its fields. */
  isFailureShown?: boolean;
}) => {
  const queries = useQueryClient();
  const { t } = useTranslation('general');
  const problemText = useProblemText();
  const trackPage = usePageTracker();
  return useMutation<Answer, Error, Input, { isStillOnPage: () => boolean; step: PendingStep | undefined }>({
    mutationFn: action,
    // Actions of an undo are not undo steps themselves.
    onMutate: () => ({ isStillOnPage: trackPage(), step: onDone && startStep() }),
    onSuccess: (answer, input, { isStillOnPage, step }) => {
      if (step) completeStep(step, () => onDone?.(answer, input, isStillOnPage()));
    },
    onError: (problem, _input, context) => {
      if (context?.step) endStep(context.step);
      if (isFailureShown)
        showNotification({
          color: 'red',
          title: t('failed'),
          message: problemText(problem),
          autoClose: 12_000,
          closeButtonProps: { 'aria-label': t('close') },
        });
    },
    // After a failure too: another person may have changed the data.
    onSettled: () => Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
};
