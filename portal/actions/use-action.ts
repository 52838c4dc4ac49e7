import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { completeStep, endStep, type PendingStep, startStep, useUndo } from './undo.tsx';

export const useAction = <Input = void, Result = unknown>({
  action,
  invalidates,
  onDone,
  onDoneOnPage,
  undo,
  isFailureShown = true,
}: {
  action: (input: Input) => Promise<Result>;
  /** Key prefixes of the queries to invalidate. */
  invalidates: readonly QueryKey[];
  onDone?: (result: Result, input: Input, isStillOnPage: boolean) => void;
  /** Called unless the user has left the page or closed the dialog. Close dialogs and navigate only here. */
  onDoneOnPage?: (result: Result, input: Input) => unknown;
  undo?: (result: Result, input: Input) => { label: string; run: () => Promise<unknown> } | undefined;
  /** False if the screen itself shows the error, for example next to its fields. */
  isFailureShown?: boolean;
}) => {
  const queryClient = useQueryClient();
  const { t } = useTranslation('general');
  const notifyProblem = useNotifyProblem();
  const trackPage = usePageTracker();
  const offerUndo = useUndo();
  const refresh = () =>
    Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation<Result, Error, Input, { isStillOnPage: () => boolean; step: PendingStep | undefined }>({
    mutationFn: action,
    // Without any of these callbacks, an action offers no undo, so Ctrl Z ignores it.
    onMutate: () => ({
      isStillOnPage: trackPage(),
      step: onDone || onDoneOnPage || undo ? startStep() : undefined,
    }),
    onSuccess: (result, input, { isStillOnPage, step }) => {
      if (!step) return;
      completeStep(step, () => {
        onDone?.(result, input, isStillOnPage());
        if (isStillOnPage()) onDoneOnPage?.(result, input);
        const undoOffer = undo?.(result, input);
        if (undoOffer) offerUndo(undoOffer.label, () => undoOffer.run().finally(refresh));
      });
    },
    onError: (problem, _input, context) => {
      if (context?.step) endStep(context.step);
      if (isFailureShown) notifyProblem(problem, t('failed'));
    },
    // Also refreshes after a failure: somebody else may have changed the data.
    onSettled: refresh,
  });
};
