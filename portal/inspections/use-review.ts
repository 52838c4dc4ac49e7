import { showNotification } from '@mantine/notifications';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection, ReturnRequest } from '#contract/inspection.ts';
import { useUndo } from '#portal/actions/undo.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { approveInspection, returnInspection } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { useHasPermission, useMe } from '#portal/session/me.ts';
import {
  readStoredReview,
  restoreReview,
  storeReview,
  type UnsentReview,
  watchStoredReview,
} from './stored-review.ts';

const EMPTY_REVIEW = { comments: {}, general: '' };

export const useReview = (inspection: Inspection) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const offerUndo = useUndo();
  const { id, state, completion, approvedAt, userName: inspector } = inspection;
  const { userName } = useMe();
  // The page updates live, but the review applies to a new completion only once the reviewer has viewed it.
  const { owner, unsentReview, setUnsentReview } = useUnsentReview(inspection);
  // If the inspection was opened before its first completion, there is no earlier completion to review.
  const reviewedCompletion = unsentReview.completion === 0 ? completion : unsentReview.completion;
  const canReview = useHasPermission('Inspections.Review');
  const isOpen = canReview && state === 'Closed';
  const queryKeys = [['inspection', id], ['inspections'], ['task']];
  const { comments, general } = unsentReview;
  const returnForCorrection = useAction({
    action: (request: ReturnRequest) => returnInspection(id, reviewedCompletion, request),
    invalidates: queryKeys,
    onDone: () => {
      setUnsentReview({ completion: reviewedCompletion, ...EMPTY_REVIEW });
      showNotification({ message: t('returned', { name: formatName(inspector) }) });
    },
  });
  const approve = useAction({
    action: () => approveInspection(id, reviewedCompletion),
    invalidates: queryKeys,
    // Another reviewer may have approved the inspection in the meantime.
    onDone: ({ approvedBy }) =>
      showNotification({
        message:
          approvedBy === userName
            ? t('approvedByYou')
            : t('alreadyApproved', { name: formatName(approvedBy ?? '') }),
      }),
  });
  return {
    canReturn: isOpen,
    canApprove: isOpen && approvedAt === null,
    reviewedCompletion,
    /** Whether the inspection has been completed again since the reviewer opened it. */
    isOutdated: canReview && completion > reviewedCompletion,
    reviewLatest: () => setUnsentReview((review) => ({ ...review, completion })),
    comments,
    setComment: (key: string, text: string | undefined) =>
      setUnsentReview(({ comments: { [key]: _, ...otherComments }, ...review }) => ({
        ...review,
        comments: text === undefined ? otherComments : { ...otherComments, [key]: text },
      })),
    generalComment: general,
    setGeneralComment: (text: string) => setUnsentReview((review) => ({ ...review, general: text })),
    discard: () => {
      setUnsentReview({ ...unsentReview, ...EMPTY_REVIEW });
      offerUndo(t('discarded'), async () => restoreReview(owner, unsentReview));
    },
    returnForCorrection,
    approve,
  };
};

export type ReviewState = ReturnType<typeof useReview>;

/** A returning reviewer continues with the same completion. */
const useUnsentReview = ({ id: inspectionId, completion }: Inspection) => {
  const { id: userId } = useMe();
  const owner = useMemo(() => ({ userId, inspectionId }), [userId, inspectionId]);
  const [unsentReview, setUnsentReview] = useState<UnsentReview>(
    () => readStoredReview(owner) ?? { completion, ...EMPTY_REVIEW },
  );
  useEffect(() => storeReview(owner, unsentReview), [owner, unsentReview]);
  useEffect(
    () =>
      watchStoredReview(owner, (storedReview) =>
        setUnsentReview((review) => storedReview ?? { completion: review.completion, ...EMPTY_REVIEW }),
      ),
    [owner],
  );
  return { owner, unsentReview, setUnsentReview };
};
