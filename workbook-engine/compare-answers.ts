import type { Answer, Answers } from './answer.ts';

/** A changed answer; null means that there was or is none. `field` is a path such as `Spans[1].Length`. */
export type AnswerChange = { field: string; before: Answer; after: Answer };

/**
 * Compares two sets of answers: changes in the order of the later one, then removed answers. Entries of repeats are
 * compared by position, because they have no ids.
 */
export const compareAnswers = (before: Answers, after: Answers, path = ''): AnswerChange[] => {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) => compareOne(answerOf(before, name), answerOf(after, name), path + name));
};

const answerOf = (answers: Answers, name: string): Answer =>
  Object.hasOwn(answers, name) ? answers[name]! : null;

const compareOne = (before: Answer, after: Answer, path: string): AnswerChange[] => {
  if (areEntries(before) && areEntries(after)) {
    const places = Math.max(before.length, after.length);
    return Array.from({ length: places }, (_, place) => place).flatMap((place) => {
      const [one, other] = [before[place], after[place]];
      const here = `${path}[${place}]`;
      return one && other
        ? compareAnswers(one, other, `${here}.`)
        : [
            {
              field: here,
              before: (one as Answer | undefined) ?? null,
              after: (other as Answer | undefined) ?? null,
            },
          ];
    });
  }
  return isSame(before, after) ? [] : [{ field: path, before, after }];
};

const areEntries = (answer: Answer): answer is Answers[] =>
  Array.isArray(answer) && answer.every((each) => typeof each === 'object' && each !== null);

const isSame = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, place) => isSame(each, other[place]));
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other;
  }
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
    )
  );
};
