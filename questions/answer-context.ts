import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { AnswerComment, Inspection } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { EvaluatedForm } from '#workbook-engine/evaluate-form.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';

/** The previous inspection of the same item. */
export type PreviousInspection = { answers: Answers; completedAt: string; userName: string };

/** Typed strings that are not valid answers, by path. They are stored, but never sent. */
export type Drafts = Readonly<Record<string, string>>;

/** The data from which the questions for one item are rendered. */
export type AnswerContext = {
  evaluated: EvaluatedForm;
  /** Creates the context of an evaluation at the current time. */
  createEvaluationContext: () => EvaluationContext;
  set: { answers: Answers; comments: Readonly<Record<string, AnswerComment>> };
  drafts?: Drafts;
  language: string;
  /** The team of follow-up tasks that do not specify one; undefined if it is unknown. */
  teamTitle: string | undefined;
  /** The titles of the workbooks of follow-up tasks, by name. */
  workbookTitles: Readonly<Record<string, string>>;
  /** Whether questions show missing answers as errors. */
  isCompleting: boolean;
  isReadOnly: boolean;
  /** The conflicts of this item. */
  conflicts: Inspection['conflicts'];
  listReviewComments: (field: string) => readonly { comment: string; userName: string }[];
  previousInspection: PreviousInspection | undefined;
  /** The name of the field that is selected in the editor of the workbook. */
  selected?: string | null;
  t: TFunction<'questions'>;
};

/** The question to scroll to. `edit` also focuses its control. */
export type Target = { path: string; mode: 'edit' | 'view' } | null;

const Context = createContext<Target>(null);
export const TargetProvider = Context.Provider;
export const useTarget = () => useContext(Context);
