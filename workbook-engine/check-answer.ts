import { workbookLimits } from '#contract/workbook-limits.ts';
import { NOTHING_MORE, type Sentence, sentence } from '#i18n/sentence.ts';
import { showValue } from '#i18n/show-value.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Answer, AnswerIssue, Answers } from './answer.ts';
import { type AnswerableType, answerRules, toStoredAnswer, unanswerable } from './answer-rules.ts';
import type { FieldIndex, IndexedField } from './index-fields.ts';
import { finish, type Work } from './pausable-work.ts';

/** Finding the nearest of 2,000 names of 128 letters takes 12 ms, so only the first errors get a hint. */
const MAX_HINTS = 3;

/**
 * Validates a JSON value as the answer to a field; null clears the answer. Returns the answer in the format in which it is
 * stored (a dateTime in UTC). It is valid only if there are no issues.
 */
export const checkAnswer = (
  indexed: IndexedField,
  value: unknown,
): { answer: Answer; issues: AnswerIssue[] } => {
  const issues: AnswerIssue[] = [];
  return { answer: finish(checkField(indexed, value, '', issues)), issues };
};

/**
 * Validates answers by field name and reports the first hundred issues. The answers are valid only if there are none; they
 * may be the same object as the input.
 */
export const checkAnswers = (...given: Parameters<typeof checkAnswersInSteps>) =>
  finish(checkAnswersInSteps(...given));

/** The same as a generator with pauses. */
export function* checkAnswersInSteps(
  index: FieldIndex,
  given: Readonly<Record<string, unknown>>,
): Work<{ answers: Answers; issues: AnswerIssue[] }> {
  const issues: AnswerIssue[] = [];
  return { answers: yield* checkLevel(index, given, '', issues), issues };
}

function* checkLevel(
  index: FieldIndex,
  given: Readonly<Record<string, unknown>>,
  path: string,
  issues: AnswerIssue[],
): Work<Answers> {
  // Copied only if the stored form of an answer differs from the input: a copy costs as much as validating all answers.
  let answers = given as Answers;
  for (const name of Object.keys(given)) {
    if (issues.length >= workbookLimits.errors) break;
    yield;
    const indexed = index.fields.get(name);
    if (indexed === undefined) {
      const message = noSuchField(index, name, issues.length < MAX_HINTS);
      issues.push({ field: path + name, message });
      continue;
    }
    const answer = yield* checkField(indexed, given[name], path, issues);
    if (answer === given[name]) continue;
    if (answers === given) answers = { ...answers };
    answers[name] = answer;
  }
  return answers;
}

function* checkField(
  indexed: IndexedField,
  value: unknown,
  path: string,
  issues: AnswerIssue[],
): Work<Answer> {
  const { name, type } = indexed.field;
  const reject = (reason: Sentence) => {
    issues.push({ field: path + name, message: sentence`${name} ${reason}.` });
    return null;
  };
  if (type in unanswerable) return reject(unanswerable[type as keyof typeof unanswerable]);
  if (value === null) return null;
  if (type === 'repeat') {
    if (!Array.isArray(value)) return reject(sentence`must be a list of entries, but is ${showValue(value)}`);
    if (value.length > workbookLimits.entries) {
      return reject(sentence`may have at most ${workbookLimits.entries} entries, but has ${value.length}`);
    }
    return yield* checkEntries(indexed, value, path + name, issues);
  }
  const issue = answerRules[type as AnswerableType](indexed, value);
  if (issue !== undefined) return reject(issue);
  return toStoredAnswer(type as AnswerableType, value);
}

function* checkEntries(
  { entry }: IndexedField,
  given: readonly unknown[],
  path: string,
  issues: AnswerIssue[],
): Work<Answers[]> {
  const entries: Answers[] = [];
  for (const [position, answers] of given.entries()) {
    if (issues.length >= workbookLimits.errors) break;
    const here = `${path}[${position}]`;
    if (isObject(answers)) entries.push(yield* checkLevel(entry!, answers, `${here}.`, issues));
    else {
      const message = sentence`${here} must be an object that maps field names to answers, but is ${showValue(answers)}.`;
      issues.push({ field: here, message });
    }
  }
  return entries;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const noSuchField = (index: FieldIndex, name: string, isHinted: boolean): Sentence => {
  const elsewhere = index.everywhere.get(name.toLowerCase());
  if (elsewhere?.field.name === name) {
    return elsewhere.repeat === undefined
      ? sentence`${name} is not a field of the repeat ${index.repeat!}: answer it outside the repeat.`
      : sentence`${name} is a field of the repeat ${elsewhere.repeat}: answer it in an entry of that repeat.`;
  }
  const nearest = isHinted ? nearestName(name, index.fields.keys()) : undefined;
  const hint = nearest === undefined ? NOTHING_MORE : sentence` Did you mean ${showValue(nearest)}?`;
  return sentence`There is no field ${showValue(name)}.${hint}`;
};
