import type { Answer, Answers } from './answer.ts';
import type { Frame } from './expressions/value.ts';
import { toAnswer } from './field-values.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevelOf } from './form.ts';
import { finish, type Work } from './pausable-work.ts';

/** Returns the answers to relevant fields and the values of calculated fields. */
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

function* readAnswerInSteps({ field, slot, type, instanceLevel }: FormField, frame: Frame): Work<Answer> {
  if (instanceLevel) {
    const instances: Answers[] = [];
    for (const instanceFrame of frame.values[slot] as readonly Frame[])
      instances.push(yield* buildFrameResult(instanceLevel, instanceFrame));
    return instances.length === 0 ? null : instances;
  }
  // As in all expressions, empty text counts as missing.
  if (field.type === 'calculated')
    return frame.values[slot] === '' ? null : toAnswer(type!, frame.values[slot]!);
  return answerOf(frame.answers, field.name) ?? null;
}

/** Finds the answers to irrelevant fields. For a repeat, there is one object per instance, which may be empty. */
export const findIrrelevantAnswersInSteps = ({ form, root }: FilledForm): Work<Answers> =>
  findIrrelevantInFrame(rootLevelOf(form), root);

function* findIrrelevantInFrame(level: FormLevel, frame: Frame): Work<Answers> {
  const irrelevantAnswers: Answers = {};
  yield;
  for (const { field, slot, instanceLevel } of level.fields) {
    if (!frame.isRelevant[slot]) {
      const answer = answerOf(frame.answers, field.name) ?? null;
      if (answer !== null) irrelevantAnswers[field.name] = answer;
    } else if (instanceLevel) {
      const instances: Answers[] = [];
      for (const instanceFrame of frame.values[slot] as readonly Frame[])
        instances.push(yield* findIrrelevantInFrame(instanceLevel, instanceFrame));
      if (instances.some((answers) => Object.keys(answers).length > 0))
        irrelevantAnswers[field.name] = instances;
    }
  }
  return irrelevantAnswers;
}
