import { workbookLimits } from '#contract/workbook-limits.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { didYouMean } from '#i18n/did-you-mean.ts';
import { type Message, msg } from '#i18n/message.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { Answer, AnswerIssue, Answers } from './answer.ts';
import { type AnswerableType, answerRules, toStoredAnswer, unanswerableTypes } from './answer-rules.ts';
import type { FieldIndex, PreparedField } from './index-fields.ts';
import { isObject } from './json.ts';
import { finish, type Work } from './pausable-work.ts';

/** The maximum number of errors that suggest a similar name. Searching 2,000 names of 128 letters takes 12 ms. */
const MAX_HINTS = 3;

/** Fields and selected choices to check between pauses. A pause costs as much as checking one of them. */
const VALUES_BETWEEN_PAUSES = 100;

type Check = { readonly issues: AnswerIssue[]; valuesSincePause: number };

const createCheck = (): Check => ({ issues: [], valuesSincePause: 0 });

/** Converts a value to the stored format. The returned answer is valid only if there are no issues. */
export const checkAnswer = (
  preparedField: PreparedField,
  value: unknown,
): { answer: Answer; issues: AnswerIssue[] } => {
  const check = createCheck();
  const answer =
    preparedField.field.type === 'repeat'
      ? finish(checkRepeat(preparedField, value, '', check))
      : checkField(preparedField, value, '', check);
  return { answer, issues: check.issues };
};

/**
 * Converts answers to the stored format. Reports at most a hundred issues. The returned answers, which may be the input
 * itself, are valid only if there are no issues.
 */
export const checkAnswers = (...args: Parameters<typeof checkAnswersInSteps>) =>
  finish(checkAnswersInSteps(...args));

export function* checkAnswersInSteps(
  index: FieldIndex,
  input: Readonly<Record<string, unknown>>,
): Work<{ answers: Answers; issues: AnswerIssue[] }> {
  const check = createCheck();
  return { answers: yield* checkLevel(index, input, '', check), issues: check.issues };
}

function* checkLevel(
  index: FieldIndex,
  input: Readonly<Record<string, unknown>>,
  path: string,
  check: Check,
): Work<Answers> {
  // Copies the input only if the stored format differs: copying takes as long as validating all answers.
  let answers = input as Answers;
  for (const name of Object.keys(input)) {
    if (check.issues.length >= workbookLimits.errors) break;
    const value = input[name];
    check.valuesSincePause += Array.isArray(value) ? value.length : 1;
    if (check.valuesSincePause > VALUES_BETWEEN_PAUSES) {
      check.valuesSincePause = 0;
      yield;
    }
    const preparedField = index.fields.get(name);
    if (preparedField === undefined) {
      const message = describeUnknownField(index, name, check.issues.length < MAX_HINTS);
      check.issues.push({ field: path + name, message });
      yield;
      continue;
    }
    const answer =
      preparedField.field.type === 'repeat'
        ? yield* checkRepeat(preparedField, value, path, check)
        : checkField(preparedField, value, path, check);
    if (answer === value) continue;
    if (answers === input) answers = { ...answers };
    answers[name] = answer;
  }
  return answers;
}

const checkField = (preparedField: PreparedField, value: unknown, path: string, check: Check): Answer => {
  const { name } = preparedField.field;
  const type = preparedField.field.type as AnswerableType | keyof typeof unanswerableTypes;
  if (type in unanswerableTypes)
    return reject(check, path, { name, reason: unanswerableTypes[type as keyof typeof unanswerableTypes] });
  if (value === null) return null;
  const reason = answerRules[type as AnswerableType](preparedField, value);
  if (reason !== undefined) return reject(check, path, { name, reason });
  return toStoredAnswer(type as AnswerableType, value);
};

function* checkRepeat(
  preparedField: PreparedField,
  value: unknown,
  path: string,
  check: Check,
): Work<Answer> {
  const { name } = preparedField.field;
  if (value === null) return null;
  if (!Array.isArray(value)) {
    const reason = msg`must be a list of entries, but is ${describeValue(value)}`;
    return reject(check, path, { name, reason });
  }
  if (value.length > workbookLimits.entries) {
    const reason = msg`may have at most ${workbookLimits.entries} entries, but has ${value.length}`;
    return reject(check, path, { name, reason });
  }
  const instances: Answers[] = [];
  for (const [position, answers] of value.entries()) {
    if (check.issues.length >= workbookLimits.errors) break;
    const instancePath = `${path}${name}[${position}]`;
    if (isObject(answers))
      instances.push(yield* checkLevel(preparedField.instanceFields!, answers, `${instancePath}.`, check));
    else {
      const message = msg`${instancePath} must be an object that maps field names to answers, but is ${describeValue(answers)}.`;
      check.issues.push({ field: instancePath, message });
    }
  }
  return instances;
}

const reject = (check: Check, path: string, { name, reason }: { name: string; reason: Message }): null => {
  check.issues.push({ field: path + name, message: msg`${name} ${reason}.` });
  return null;
};

const describeUnknownField = (index: FieldIndex, name: string, shouldSuggestName: boolean): Message => {
  const misplaced = index.allFields.get(name.toLowerCase());
  if (misplaced?.field.name === name) {
    return misplaced.repeat === undefined
      ? msg`${name} is not a field of the repeat ${index.repeat!}: answer it outside the repeat.`
      : msg`${name} is a field of the repeat ${misplaced.repeat}: answer it in an entry of that repeat.`;
  }
  const nearest = shouldSuggestName ? findNearestName(name, index.fields.keys()) : undefined;
  const hint = didYouMean(nearest === undefined ? undefined : describeValue(nearest));
  return msg`There is no field ${describeValue(name)}.${hint}`;
};
