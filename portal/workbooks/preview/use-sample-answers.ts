import { useMemo, useState } from 'react';
import type { QuestionActions } from '#questions/question-actions.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { parseInnermostField } from '#workbook-engine/change-answers.ts';

const NO_ANSWERS: Answers = {};

/** The answers given in the preview, which are not stored. Until a question is answered, these are `initial`. */
export const useSampleAnswers = (initial: Answers = NO_ANSWERS, onSelect: (name: string) => void) => {
  const [edited, setEdited] = useState<Answers | null>(null);
  const [resetCount, setResetCount] = useState(0);
  const actions = useMemo<QuestionActions>(
    () => ({
      updateAnswer: async (_, change) => setEdited((current) => change(current ?? initial)),
      // The preview has no comments.
      updateComment: async () => {},
      onFocus: (path) => onSelect(parseInnermostField(path)),
    }),
    [initial, onSelect],
  );
  return {
    answers: edited ?? initial,
    actions,
    resetCount,
    clear: () => {
      setEdited(null);
      setResetCount(resetCount + 1);
    },
  };
};
