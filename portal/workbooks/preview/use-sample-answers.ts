import { useMemo, useState } from 'react';
import { createAnswerActions, type QuestionActions } from '#questions/question-actions.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { nameOfPath } from '#workbook-engine/change-answers.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';

const NONE: Answers = {};

/** Answers that are not stored. Until a question is answered they are those at the start, `started`. */
export const useSampleAnswers = (
  form: Form,
  {
    started = NONE,
    evaluationContext,
    onSelect,
  }: {
    started: Answers | undefined;
    evaluationContext: EvaluationContext;
    onSelect: (name: string) => void;
  },
) => {
  const [answered, setAnswered] = useState<Answers | null>(null);
  const [round, setRound] = useState(0);
  const actions = useMemo<QuestionActions>(
    () => ({
      ...createAnswerActions(async (_, to) => setAnswered((before) => to(before ?? started)), {
        form,
        evaluationContext: () => evaluationContext,
      }),
      // The preview has no comments.
      comment: async () => {},
      rememberPlace: (path) => onSelect(nameOfPath(path)),
    }),
    [form, started, evaluationContext, onSelect],
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
