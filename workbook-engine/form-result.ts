import type { Answer, Answers } from './answer.ts';
import type { Frame } from './expressions/value.ts';
import { toAnswer } from './field-values.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevelOf } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** Builds the result of an inspection: the answers to relevant fields and the values of calculated fields. */
export const buildResult = (filledForm: FilledForm): Answers => finish(buildResultInSteps(filledForm));

export const buildResultInSteps = ({ form, root }: FilledForm): Work<Answers> =>
  buildFrameResult(rootLevelOf(form), root);

function* buildFrameResult(level: FormLevel, frame: Frame): Work<Answers> {
  const result: Answers = {};
  yield;
  for (const formField of level.fields) {
    const answer = frame.isRelevant[formField.slot] ? yield* readAnswerInSteps(formField, frame) : null;
    if (answer !== null) result[formField.field.name] = answer;
  }
  return result;
}

/** Returns the answer to a relevant field, or the value of a calculated field; null if there is none. */
export const readResultAnswer = (formField: FormField, frame: Frame): Answer =>
  finish(readAnswerInSteps(formField, frame));

function* readAnswerInSteps({ field, slot, type, entryLevel }: FormField, frame: Frame): Work<Answer> {
  if (entryLevel) {
    const entries: Answers[] = [];
    for (const entryFrame of frame.values[slot] as readonly Frame[])
      entries.push(yield* buildFrameResult(entryLevel, entryFrame));
    return entries.length === 0 ? null : entries;
  }
  // As in all expressions, empty text counts as missing.
  if (field.type === 'calculated')
    return frame.values[slot] === '' ? null : toAnswer(type!, frame.values[slot]!);
  return answerOf(frame.answers, field.name) ?? null;
}

/**
 * Finds the answers that are not part of the result because their fields are not relevant. For a repeat, there is
 * one object per entry, which may be empty.
 */
export const findIrrelevantAnswersInSteps = ({ form, root }: FilledForm): Work<Answers> =>
  findIrrelevantInFrame(rootLevelOf(form), root);

function* findIrrelevantInFrame(level: FormLevel, frame: Frame): Work<Answers> {
  const irrelevantAnswers: Answers = {};
  yield;
  for (const { field, slot, entryLevel } of level.fields) {
    if (!frame.isRelevant[slot]) {
      const answer = answerOf(frame.answers, field.name) ?? null;
      if (answer !== null) irrelevantAnswers[field.name] = answer;
    } else if (entryLevel) {
      const entries: Answers[] = [];
      for (const entryFrame of frame.values[slot] as readonly Frame[])
        entries.push(yield* findIrrelevantInFrame(entryLevel, entryFrame));
      if (entries.some((answers) => Object.keys(answers).length > 0)) irrelevantAnswers[field.name] = entries;
    }
  }
  return irrelevantAnswers;
}
