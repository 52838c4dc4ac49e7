import type { Answer, Answers } from './answer.ts';
import type { Frame } from './expressions/value.ts';
import { toAnswer } from './field-values.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevelOf } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** The result of the inspection, which consists of the answers to relevant fields and the values of calculated ones. */
export const buildResult = (filledForm: FilledForm): Answers => finish(buildResultInSteps(filledForm));

export const buildResultInSteps = ({ form, root }: FilledForm): Work<Answers> =>
  buildFrameResult(rootLevelOf(form), root);

function* buildFrameResult(level: FormLevel, frame: Frame): Work<Answers> {
  const result: Answers = {};
  yield;
  for (const formField of level.fields) {
    const answer = frame.isRelevant[formField.slot] ? yield* answerInSteps(formField, frame) : null;
    if (answer !== null) result[formField.field.name] = answer;
  }
  return result;
}

/** The answer to a relevant field, or the value of a calculated one; null if there is none. */
export const readResultAnswer = (formField: FormField, frame: Frame): Answer =>
  finish(answerInSteps(formField, frame));

function* answerInSteps({ field, slot, type, entry }: FormField, frame: Frame): Work<Answer> {
  if (entry) {
    const entries: Answers[] = [];
    for (const entryFrame of frame.values[slot] as readonly Frame[])
      entries.push(yield* buildFrameResult(entry, entryFrame));
    return entries.length === 0 ? null : entries;
  }
  // As in all expressions, empty text counts as missing.
  if (field.type === 'calculated')
    return frame.values[slot] === '' ? null : toAnswer(type!, frame.values[slot]!);
  return answerOf(frame.answers, field.name) ?? null;
}

/** Answers left out of the result, as their fields are not relevant. A repeat has one object per entry. */
export const findIrrelevantAnswersInSteps = ({ form, root }: FilledForm): Work<Answers> =>
  findIrrelevantInFrame(rootLevelOf(form), root);

function* findIrrelevantInFrame(level: FormLevel, frame: Frame): Work<Answers> {
  const irrelevantAnswers: Answers = {};
  yield;
  for (const { field, slot, entry } of level.fields) {
    if (!frame.isRelevant[slot]) {
      const answer = answerOf(frame.answers, field.name) ?? null;
      if (answer !== null) irrelevantAnswers[field.name] = answer;
    } else if (entry) {
      const entries: Answers[] = [];
      for (const entryFrame of frame.values[slot] as readonly Frame[])
        entries.push(yield* findIrrelevantInFrame(entry, entryFrame));
      if (entries.some((answers) => Object.keys(answers).length > 0)) irrelevantAnswers[field.name] = entries;
    }
  }
  return irrelevantAnswers;
}
