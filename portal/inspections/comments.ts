import type { ReturnRequest } from '#contract/inspection.ts';
import type { Question } from './list-questions.ts';

/** The longest comment accepted by the API. */
export const MAX_COMMENT_LENGTH = 4_000;

/** A reviewer's unsent comments, by question key. */
export type Comments = Readonly<Record<string, string>>;

type FieldComment = NonNullable<ReturnRequest['fields']>[number];

export const listCommentedQuestions = (questions: readonly Question[], comments: Comments) =>
  questions.flatMap((question) => {
    const comment = comments[question.key]?.trim() ?? '';
    return comment === '' ? [] : [{ question, comment }];
  });

/** A return request only refers to fields, so the comment has to name the repeat instance. */
export const toFieldComment = (
  { question: { itemId, field, isInInstance, ancestors }, comment }: { question: Question; comment: string },
  addInstanceLabel: (instanceLabel: string, comment: string) => string,
): FieldComment => ({
  field: field.name,
  ...(itemId !== null && { itemId }),
  comment: isInInstance ? addInstanceLabel(ancestors.at(-1)!, comment) : comment,
});
