import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { AnswerSet } from '#inspector/store/local-data.ts';
import type { Conflict } from '#inspector/store/open-conflicts.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { EvaluatedForm } from '#workbook-engine/evaluate-form.ts';

/** The answers about the same item in the previous inspection. */
export type EarlierAnswers = { answers: Answers; completedAt: string; userName: string };

/** The data from which the questions about one item are rendered. */
export type AnswerContext = {
  evaluated: EvaluatedForm;
  set: AnswerSet;
  language: string;
  teamTitle: string;
  /** Whether missing answers are also shown at the questions. */
  isCompleting: boolean;
  isReadOnly: boolean;
  /** The conflicts of this item. */
  conflicts: readonly Conflict[];
  reviewCommentsOn: (field: string) => readonly { comment: string; userName: string }[];
  earlier: EarlierAnswers | undefined;
  t: TFunction<'inspection'>;
};

/** The question to go to. `how`: to edit it, which focuses its control, or only to view it. */
export type Target = { path: string; how: 'answer' | 'view' } | null;

const Context = createContext<Target>(null);
export const TargetProvider = Context.Provider;
export const useTarget = () => useContext(Context);
