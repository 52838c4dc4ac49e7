import type { ReturnRequest } from '#contract/inspection.ts';
import type { Question } from './list-questions.ts';

/** Unsent comments of a reviewer, by question key. */
export type Comments = Readonly<Record<string, string>>;

type FieldComment = NonNullable<ReturnRequest['fields']>[number];

/** The questions with a comment, in order. */
export const commented = (questions: readonly Question[], comments: Comments) =>
  questions.flatMap((question) => {
    const comment = comments[question.key]?.trim() ?? '';
    return comment === '' ? [] : [{ question, comment }];
  });

/** The API accepts comments on fields, not on entries of a repeat. `inEntry` adds the entry to the text. */
export const fieldCommentOf = (
  { question: { itemId, field, isInEntry, within }, comment }: { question: Question; comment: string },
  inEntry: (place: string, comment: string) => string,
): FieldComment => ({
  field: field.name,
  ...(itemId !== null && { itemId }),
  comment: isInEntry ? inEntry(within.at(-1)!, comment) : comment,
});
