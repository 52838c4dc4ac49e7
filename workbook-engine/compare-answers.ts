import type { Answer, Answers } from './answer.ts';
import { answerOf } from './form.ts';
import { isObject, isSameJson } from './json.ts';
import type { Work } from './pausable-work.ts';

/** A changed answer; null means no answer. `field` is a path such as `Spans[1].Length`. */
export type AnswerChange = { field: string; before: Answer; after: Answer };

/**
 * Lists the changes in the order of `after`, followed by the removed answers. Repeat instances have no IDs, so they are
 * matched by position.
 */
export function* compareAnswersInSteps(before: Answers, after: Answers): Work<AnswerChange[]> {
  const changes: AnswerChange[] = [];
  yield* compare(before, after, '', changes);
  return changes;
}

function* compare(before: Answers, after: Answers, path: string, changes: AnswerChange[]): Work<void> {
  for (const name of new Set([...Object.keys(after), ...Object.keys(before)])) {
    yield;
    const [answerBefore, answerAfter] = [answerOf(before, name) ?? null, answerOf(after, name) ?? null];
    const field = path + name;
    if (areInstances(answerBefore) && areInstances(answerAfter))
      yield* compareInstances(answerBefore, answerAfter, field, changes);
    else if (!isSameJson(answerBefore, answerAfter))
      changes.push({ field, before: answerBefore, after: answerAfter });
  }
}

function* compareInstances(
  before: readonly Answers[],
  after: readonly Answers[],
  field: string,
  changes: AnswerChange[],
): Work<void> {
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [instanceBefore, instanceAfter] = [before[index], after[index]];
    const path = `${field}[${index}]`;
    if (instanceBefore && instanceAfter) yield* compare(instanceBefore, instanceAfter, `${path}.`, changes);
    // `Answer` does not cover single instances, but a change can contain them.
    else
      changes.push({
        field: path,
        before: (instanceBefore ?? null) as Answer,
        after: (instanceAfter ?? null) as Answer,
      });
  }
}

const areInstances = (answer: Answer): answer is Answers[] => Array.isArray(answer) && answer.every(isObject);
