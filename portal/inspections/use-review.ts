import { useEffect, useMemo, useState } from 'react';
import type { Inspection, ReturnDraft } from '#contract/inspection.ts';
import { approveInspection, returnInspection } from '#portal/api/inspections.ts';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useNames } from '#portal/frame/use-names.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useMay, useMe } from '#portal/session/me.ts';
import {
  followKeptReview,
  keepReview,
  readKeptReview,
  restoreReview,
  type UnsentReview,
} from './kept-review.ts';
import { useInspectionWords } from './words.ts';

const NOTHING_SAID = { comments: {}, general: '' };

/** A judgement in the making: what was looked at, what there is to say, and how it is sent. */
export const useReview = (inspection: Inspection) => {
  const t = useInspectionWords();
  const say = useSay();
  const nameOf = useNames();
  const offerUndo = useUndo();
  const { id, state, completion, approvedAt, userName: inspector } = inspection;
  const { userName } = useMe();
  // The page follows what others do: a completion that came meanwhile is judged once the reviewer knows of it.
  const { whose, unsent, setUnsent } = useUnsentReview(inspection);
  // The first completion of one that was under way follows from nothing that could have been judged.
  const lookedAt = unsent.completion === 0 ? completion : unsent.completion;
  const mayReview = useMay('Inspections.Review');
  const isOpen = mayReview && state === 'Closed';
  const changes = [['inspection', id], ['inspections'], ['task']];
  const { comments, general } = unsent;
  const giveBack = useAct({
    act: (draft: ReturnDraft) => returnInspection(id, lookedAt, draft),
    changes,
    onDone: () => {
      setUnsent({ completion: lookedAt, ...NOTHING_SAID });
      say(t('returned', { name: nameOf(inspector) }));
    },
  });
  const approve = useAct({
    act: () => approveInspection(id, lookedAt),
    changes,
    // Whoever is second is told who was first.
    onDone: ({ approvedBy }) =>
      say(
        approvedBy === userName ? t('approvedNow') : t('approvedBefore', { name: nameOf(approvedBy ?? '') }),
      ),
  });
  return {
    mayReturn: isOpen,
    mayApprove: isOpen && approvedAt === null,
    lookedAt,
    /** Completed again since the reviewer looked. */
    isOutdated: mayReview && completion > lookedAt,
    lookAgain: () => setUnsent((before) => ({ ...before, completion })),
    comments,
    comment: (key: string, text: string | undefined) =>
      setUnsent(({ comments: { [key]: _, ...others }, ...before }) => ({
        ...before,
        comments: text === undefined ? others : { ...others, [key]: text },
      })),
    /** Of the inspection as a whole. */
    general,
    sayInGeneral: (text: string) => setUnsent((before) => ({ ...before, general: text })),
    discard: () => {
      setUnsent({ ...unsent, ...NOTHING_SAID });
      offerUndo(t('discarded'), async () => restoreReview(whose, unsent));
    },
    giveBack,
    approve,
  };
};

export type ReviewInHand = ReturnType<typeof useReview>;

/** What is not sent yet outlives the page. Whoever comes back to it goes on with the completion it is about. */
const useUnsentReview = ({ id: inspectionId, completion }: Inspection) => {
  const { id: userId } = useMe();
  const whose = useMemo(() => ({ userId, inspectionId }), [userId, inspectionId]);
  const [unsent, setUnsent] = useState<UnsentReview>(
    () => readKeptReview(whose) ?? { completion, ...NOTHING_SAID },
  );
  useEffect(() => keepReview(whose, unsent), [whose, unsent]);
  useEffect(
    () =>
      followKeptReview(whose, (kept) =>
        setUnsent((before) => kept ?? { completion: before.completion, ...NOTHING_SAID }),
      ),
    [whose],
  );
  return { whose, unsent, setUnsent };
};
