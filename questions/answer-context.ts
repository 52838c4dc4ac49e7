import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { AnswerComment, Inspection } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { EvaluatedForm } from '#workbook-engine/evaluate-form.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';

/** The answers about the same item in the previous inspection. */
export type EarlierAnswers = { answers: Answers; completedAt: string; userName: string };

/** The data from which the questions about one item are rendered. */
export type AnswerContext = {
  evaluated: EvaluatedForm;
  /** The time and place of an evaluation that starts now. */
  evaluationContext: () => EvaluationContext;
  set: { answers: Answers; comments: Readonly<Record<string, AnswerComment>> };
  language: string;
  /** The team of follow-up tasks without a team of their own; undefined: not known. */
  teamTitle: string | undefined;
  /** The titles of the workbooks of follow-up tasks, by name. */
  workbookTitles: Readonly<Record<string, string>>;
  /** Whether missing answers are also shown at the questions. */
  isCompleting: boolean;
  isReadOnly: boolean;
  /** The conflicts of this item. */
  conflicts: Inspection['conflicts'];
  reviewCommentsOn: (field: string) => readonly { comment: string; userName: string }[];
  earlier: EarlierAnswers | undefined;
  /** The name of the field that is selected in the editor of the workbook. */
  selected?: string | null;
  t: TFunction<'questions'>;
};

/** The question to go to. `how`: to edit it, which focuses its control, or only to view it. */
export type Target = { path: string; how: 'answer' | 'view' } | null;

const Context = createContext<Target>(null);
export const TargetProvider = Context.Provider;
export const useTarget = () => useContext(Context);
