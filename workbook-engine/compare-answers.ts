import type { Answer, Answers } from './answer.ts';
import { answerOf } from './form.ts';
import { isObject, isSameJson } from './json.ts';

/** A changed answer; null means no answer. `field` is a path such as `Spans[1].Length`. */
export type AnswerChange = { field: string; before: Answer; after: Answer };

/**
 * Compares two sets of answers. Changes are in the order of `after`, followed by removed answers. Entries of repeats have
 * no IDs and are compared by position.
 */
export const compareAnswers = (before: Answers, after: Answers, path = ''): AnswerChange[] => {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) =>
    compareAnswer(answerOf(before, name) ?? null, answerOf(after, name) ?? null, path + name),
  );
};

const compareAnswer = (before: Answer, after: Answer, field: string): AnswerChange[] => {
  if (!areEntries(before) || !areEntries(after))
    return isSameJson(before, after) ? [] : [{ field, before, after }];
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [entryBefore, entryAfter] = [before[index], after[index]];
    const entryPath = `${field}[${index}]`;
    if (entryBefore && entryAfter) return compareAnswers(entryBefore, entryAfter, `${entryPath}.`);
    // An answer can contain only whole lists of entries, but a change also describes a single entry.
    return [
      { field: entryPath, before: (entryBefore ?? null) as Answer, after: (entryAfter ?? null) as Answer },
    ];
  }).flat();
};

const areEntries = (answer: Answer): answer is Answers[] => Array.isArray(answer) && answer.every(isObject);
