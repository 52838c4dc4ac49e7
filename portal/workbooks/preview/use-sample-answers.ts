import { useMemo, useState } from 'react';
import type { QuestionActions } from '#questions/question-actions.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { nameOfPath } from '#workbook-engine/change-answers.ts';

const NONE: Answers = {};

/** Answers that are not stored. Until a question is answered they are those at the start, `started`. */
export const useSampleAnswers = (started: Answers = NONE, onSelect: (name: string) => void) => {
  const [answered, setAnswered] = useState<Answers | null>(null);
  const [round, setRound] = useState(0);
  const actions = useMemo<QuestionActions>(
    () => ({
      change: async (_, to) => setAnswered((before) => to(before ?? started)),
      // The preview has no comments.
      comment: async () => {},
      rememberPlace: (path) => onSelect(nameOfPath(path)),
    }),
    [started, onSelect],
  );
  return {
    answers: answered ?? started,
    actions,
    /** Increases when all answers are cleared. */
    round,
    clear: () => {
      setAnswered(null);
      setRound(round + 1);
    },
  };
};
