import type { ReturnDraft } from '#contract/inspection.ts';
import type { Question } from './list-questions.ts';

/** What a reviewer has to say, by the keys of questions, until it is sent. */
export type Comments = Readonly<Record<string, string>>;

type FieldComment = NonNullable<ReturnDraft['fields']>[number];

/** The questions that are commented on, in their order. */
export const commented = (questions: readonly Question[], comments: Comments) =>
  questions.flatMap((question) => {
    const comment = comments[question.key]?.trim() ?? '';
    return comment === '' ? [] : [{ question, comment }];
  });

/** A comment names a field, not an entry of a repeat: which one is meant `inEntry` says in words. */
export const fieldCommentOf = (
  { question: { itemId, field, isInEntry, within }, comment }: { question: Question; comment: string },
  inEntry: (place: string, comment: string) => string,
): FieldComment => ({
  field: field.name,
  ...(itemId !== null && { itemId }),
  comment: isInEntry ? inEntry(within.at(-1)!, comment) : comment,
});
