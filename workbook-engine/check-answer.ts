import { workbookLimits } from '#contract/workbook-limits.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { didYouMean } from '#i18n/did-you-mean.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { Answer, AnswerIssue, Answers } from './answer.ts';
import { type AnswerableType, answerRules, toStoredAnswer, unanswerable } from './answer-rules.ts';
import type { FieldIndex, PreparedField } from './index-fields.ts';
import { isObject } from './json.ts';
import { finish, type Work } from './pausable-work.ts';

/**
 * The maximum number of errors that suggest a name. Finding the nearest of 2,000 names of 128 letters takes
 * 12 ms.
 */
const MAX_HINTS = 3;

/**
 * The value null clears the answer. The result is in the stored format, and valid only if there are no
 * issues.
 */
export const checkAnswer = (
  prepared: PreparedField,
  value: unknown,
): { answer: Answer; issues: AnswerIssue[] } => {
  const issues: AnswerIssue[] = [];
  const answer =
    prepared.field.type === 'repeat'
      ? finish(checkRepeat(prepared, value, '', issues))
      : checkField(prepared, value, '', issues);
  return { answer, issues };
};

/**
 * Reports at most a hundred issues; the answers are valid only if there are none. May return the input object
 * itself.
 */
export const checkAnswers = (...args: Parameters<typeof checkAnswersInSteps>) =>
  finish(checkAnswersInSteps(...args));

export function* checkAnswersInSteps(
  index: FieldIndex,
  input: Readonly<Record<string, unknown>>,
): Work<{ answers: Answers; issues: AnswerIssue[] }> {
  const issues: AnswerIssue[] = [];
  return { answers: yield* checkLevel(index, input, '', issues), issues };
}

function* checkLevel(
  index: FieldIndex,
  input: Readonly<Record<string, unknown>>,
  path: string,
  issues: AnswerIssue[],
): Work<Answers> {
  // Copies the input only if the stored format differs: copying takes as long as validating all answers.
  let answers = input as Answers;
  for (const name of Object.keys(input)) {
    if (issues.length >= workbookLimits.errors) break;
    yield;
    const prepared = index.fields.get(name);
    if (prepared === undefined) {
      const message = describeUnknownField(index, name, issues.length < MAX_HINTS);
      issues.push({ field: path + name, message });
      continue;
    }
    const answer =
      prepared.field.type === 'repeat'
        ? yield* checkRepeat(prepared, input[name], path, issues)
        : checkField(prepared, input[name], path, issues);
    if (answer === input[name]) continue;
    if (answers === input) answers = { ...answers };
    answers[name] = answer;
  }
  return answers;
}

const checkField = (prepared: PreparedField, value: unknown, path: string, issues: AnswerIssue[]): Answer => {
  const { name } = prepared.field;
  const type = prepared.field.type as AnswerableType | keyof typeof unanswerable;
  if (type in unanswerable)
    return reject(issues, path, { name, reason: unanswerable[type as keyof typeof unanswerable] });
  if (value === null) return null;
  const reason = answerRules[type as AnswerableType](prepared, value);
  if (reason !== undefined) return reject(issues, path, { name, reason });
  return toStoredAnswer(type as AnswerableType, value);
};

function* checkRepeat(
  prepared: PreparedField,
  value: unknown,
  path: string,
  issues: AnswerIssue[],
): Work<Answer> {
  const { name } = prepared.field;
  if (value === null) return null;
  if (!Array.isArray(value)) {
    const reason = sentence`must be a list of entries, but is ${describeValue(value)}`;
    return reject(issues, path, { name, reason });
  }
  if (value.length > workbookLimits.entries) {
    const reason = sentence`may have at most ${workbookLimits.entries} entries, but has ${value.length}`;
    return reject(issues, path, { name, reason });
  }
  return yield* checkEntries(prepared, value, path + name, issues);
}

const reject = (
  issues: AnswerIssue[],
  path: string,
  { name, reason }: { name: string; reason: Sentence },
): null => {
  issues.push({ field: path + name, message: sentence`${name} ${reason}.` });
  return null;
};

function* checkEntries(
  { entryFields }: PreparedField,
  input: readonly unknown[],
  path: string,
  issues: AnswerIssue[],
): Work<Answers[]> {
  const entries: Answers[] = [];
  for (const [position, answers] of input.entries()) {
    if (issues.length >= workbookLimits.errors) break;
    const entryPath = `${path}[${position}]`;
    if (isObject(answers)) entries.push(yield* checkLevel(entryFields!, answers, `${entryPath}.`, issues));
    else {
      const message = sentence`${entryPath} must be an object that maps field names to answers, but is ${describeValue(answers)}.`;
      issues.push({ field: entryPath, message });
    }
  }
  return entries;
}

const describeUnknownField = (index: FieldIndex, name: string, hasHint: boolean): Sentence => {
  const misplaced = index.allFields.get(name.toLowerCase());
  if (misplaced?.field.name === name) {
    return misplaced.repeat === undefined
      ? sentence`${name} is not a field of the repeat ${index.repeat!}: answer it outside the repeat.`
      : sentence`${name} is a field of the repeat ${misplaced.repeat}: answer it in an entry of that repeat.`;
  }
  const nearest = hasHint ? findNearestName(name, index.fields.keys()) : undefined;
  const hint = didYouMean(nearest === undefined ? undefined : describeValue(nearest));
  return sentence`There is no field ${describeValue(name)}.${hint}`;
};
