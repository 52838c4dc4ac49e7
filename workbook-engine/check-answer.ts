import { workbookLimits } from '#contract/workbook-limits.ts';
import { NOTHING_MORE, type Sentence, sentence } from '#sentences/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import type { Answer, AnswerFault, Answers } from './answer.ts';
import { answerRules, asStored, type RuledType, withoutAnswer } from './answer-rules.ts';
import type { FieldIndex, IndexedField } from './index-fields.ts';
import { showValue } from './show-value.ts';

/**
 * Judges a JSON value as the answer to one field; null takes an answer back. The answer comes back as it is stored
 * (a dateTime in UTC) and counts only when there are no faults.
 */
export const checkAnswer = (
  indexed: IndexedField,
  value: unknown,
): { answer: Answer; faults: AnswerFault[] } => {
  const faults: AnswerFault[] = [];
  return { answer: checkField(indexed, value, '', faults), faults };
};

/** Judges answers by field name; of the faults the first hundred are listed. The answers count only without any, and may be those given. */
export const checkAnswers = (
  index: FieldIndex,
  given: Readonly<Record<string, unknown>>,
): { answers: Answers; faults: AnswerFault[] } => {
  const faults: AnswerFault[] = [];
  return { answers: checkLevel(index, given, '', faults), faults };
};

const checkLevel = (
  index: FieldIndex,
  given: Readonly<Record<string, unknown>>,
  path: string,
  faults: AnswerFault[],
): Answers => {
  // A new object of these names is made only when an answer is stored otherwise than it was given: it costs as much as
  // judging them all.
  let answers = given as Answers;
  for (const name of Object.keys(given)) {
    if (faults.length >= workbookLimits.faults) break;
    const indexed = index.fields.get(name);
    if (indexed === undefined) {
      faults.push({ field: path + name, message: noSuchField(index, name) });
      continue;
    }
    const answer = checkField(indexed, given[name], path, faults);
    if (answer === given[name]) continue;
    if (answers === given) answers = { ...answers };
    answers[name] = answer;
  }
  return answers;
};

const checkField = (indexed: IndexedField, value: unknown, path: string, faults: AnswerFault[]): Answer => {
  const { name, type } = indexed.field;
  const refuse = (why: Sentence) => {
    faults.push({ field: path + name, message: sentence`${name} ${why}.` });
    return null;
  };
  if (type in withoutAnswer) return refuse(withoutAnswer[type as keyof typeof withoutAnswer]);
  if (value === null) return null;
  if (type === 'repeat') {
    if (!Array.isArray(value)) return refuse(sentence`must be a list of entries, but is ${showValue(value)}`);
    if (value.length > workbookLimits.entries) {
      return refuse(sentence`may have at most ${workbookLimits.entries} entries, but has ${value.length}`);
    }
    return checkEntries(indexed, value, path + name, faults);
  }
  const fault = answerRules[type as RuledType](indexed, value);
  if (fault !== undefined) return refuse(fault);
  return asStored(type as RuledType, value);
};

const checkEntries = (
  { entry }: IndexedField,
  given: readonly unknown[],
  path: string,
  faults: AnswerFault[],
): Answers[] => {
  const entries: Answers[] = [];
  for (const [position, answers] of given.entries()) {
    if (faults.length >= workbookLimits.faults) break;
    const here = `${path}[${position}]`;
    if (isObject(answers)) entries.push(checkLevel(entry!, answers, `${here}.`, faults));
    else {
      const message = sentence`${here} must be an object of answers by field name, but is ${showValue(answers)}.`;
      faults.push({ field: here, message });
    }
  }
  return entries;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const noSuchField = (index: FieldIndex, name: string): Sentence => {
  const elsewhere = index.everywhere.get(name.toLowerCase());
  if (elsewhere?.field.name === name) {
    return elsewhere.repeat === undefined
      ? sentence`${name} is not a field of the repeat ${index.repeat!}: answer it beside the repeat.`
      : sentence`${name} is a field of the repeat ${elsewhere.repeat}: answer it in an entry of that repeat.`;
  }
  const meant = nearestName(name, index.fields.keys());
  const hint = meant === undefined ? NOTHING_MORE : sentence` Did you mean ${showValue(meant)}?`;
  return sentence`There is no field ${showValue(name)}.${hint}`;
};
