import { useState } from 'react';
import type { Inspection, ReturnDraft } from '#contract/inspection.ts';
import { approveInspection, returnInspection } from '#portal/api/inspections.ts';
import { useAct } from '#portal/frame/use-act.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useMay } from '#portal/session/me.ts';
import type { Comments } from './comments.ts';
import { useInspectionWords } from './words.ts';

const WITHOUT_COMMENTS: Comments = {};

/** A judgement in the making: what was looked at, what there is to say, and how it is sent. */
export const useReview = (inspection: Inspection) => {
  const t = useInspectionWords();
  const say = useSay();
  const { id, state, completion, approvedAt, userName } = inspection;
  const [comments, setComments] = useState(WITHOUT_COMMENTS);
  // The page follows what others do: a completion that came meanwhile is judged once the reviewer knows of it.
  const [seen, setLookedAt] = useState(completion);
  // The first completion of one that was under way follows from nothing that could have been judged.
  const lookedAt = seen === 0 ? completion : seen;
  const mayReview = useMay('Inspections.Review');
  const isOpen = mayReview && state === 'Closed';
  const changes = [['inspection', id], ['inspections'], ['task']];
  const giveBack = useAct({
    act: (draft: ReturnDraft) => returnInspection(id, lookedAt, draft),
    changes,
    onDone: () => {
      setComments(WITHOUT_COMMENTS);
      say(t('returned', { name: userName }));
    },
  });
  const approve = useAct({
    act: () => approveInspection(id, lookedAt),
    changes,
    onDone: () => say(t('approvedNow')),
  });
  return {
    mayReturn: isOpen,
    mayApprove: isOpen && approvedAt === null,
    lookedAt,
    /** Completed again since the reviewer looked. */
    isOutdated: mayReview && completion > lookedAt,
    lookAgain: () => setLookedAt(completion),
    comments,
    comment: (key: string, text: string | undefined) =>
      setComments(({ [key]: _, ...others }) => (text === undefined ? others : { ...others, [key]: text })),
    giveBack,
    approve,
  };
};

export type ReviewInHand = ReturnType<typeof useReview>;
