import { useMemo, useState } from 'react';
import type { QuestionActions } from '#questions/question-actions.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { parseInnermostField } from '#workbook-engine/change-answers.ts';

const NO_ANSWERS: Answers = {};

export const useSampleAnswers = (initialAnswers: Answers = NO_ANSWERS, onSelect: (name: string) => void) => {
  const [editedAnswers, setEditedAnswers] = useState<Answers | null>(null);
  const [resetCount, setResetCount] = useState(0);
  const actions = useMemo<QuestionActions>(
    () => ({
      updateAnswer: async (_, change) => setEditedAnswers((current) => change(current ?? initialAnswers)),
      updateComment: async () => {},
      onFocus: (path) => onSelect(parseInnermostField(path)),
    }),
    [initialAnswers, onSelect],
  );
  return {
    answers: editedAnswers ?? initialAnswers,
    actions,
    resetCount,
    clear: () => {
      setEditedAnswers(null);
      setResetCount(resetCount + 1);
    },
  };
};
