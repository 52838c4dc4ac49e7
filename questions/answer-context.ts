import type { TFunction } from 'i18next';
import type { AnswerComment, Inspection } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { EvaluatedForm } from '#workbook-engine/evaluate-form.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';

export type PreviousInspection = {
  answers: Answers;
  completedAt: string;
  userName: string;
  name?: string;
  surname?: string;
};

/** Typed text that is not a valid answer, by path. Drafts are never sent. */
export type Drafts = Readonly<Record<string, string>>;

export type AnswerContext = {
  evaluatedForm: EvaluatedForm;
  createEvaluationContext: () => EvaluationContext;
  answerSet: { answers: Answers; comments: Readonly<Record<string, AnswerComment>> };
  drafts?: Drafts;
  language: string;
  /** The team of follow-up tasks that do not specify a team. Undefined if it is unknown. */
  teamTitle: string | undefined;
  workbookTitles: Readonly<Record<string, string>>;
  isCompleting: boolean;
  isReadOnly: boolean;
  conflicts: Inspection['conflicts'];
  listReviewComments: (field: string) => readonly { comment: string; userName: string }[];
  previousInspection: PreviousInspection | undefined;
  target: Target;
  /** The name of the field selected in the workbook editor. */
  selectedField?: string | null;
  t: TFunction<'questions'>;
};

/** The question to scroll to. `edit` also moves the focus to its control. */
export type Target = { path: string; mode: 'edit' | 'view' } | null;
