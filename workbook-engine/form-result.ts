import type { Answer, Answers } from './answer.ts';
import type { Frame } from './expressions/value.ts';
import { answerOfValue } from './field-values.ts';
import { answerOf, type FilledForm, type FormField, type FormLevel, rootLevel } from './form.ts';

/** The result of the inspection: the answers to relevant fields, and the values of calculated ones. */
export const resultOf = ({ form, root }: FilledForm): Answers => resultOfFrame(rootLevel(form), root);

const resultOfFrame = (level: FormLevel, frame: Frame): Answers => {
  const result: Answers = {};
  for (const placed of level.fields) {
    const answer = frame.isRelevant[placed.slot] ? answerIn(placed, frame) : null;
    if (answer !== null) result[placed.field.name] = answer;
  }
  return result;
};

/** The answer to a field, or the value of a calculated one; null where there is none. The field must be relevant. */
export const answerIn = ({ field, slot, type, entry }: FormField, frame: Frame): Answer => {
  if (entry) {
    const entries = frame.values[slot] as readonly Frame[];
    return entries.length === 0 ? null : entries.map((each) => resultOfFrame(entry, each));
  }
  // An empty text counts as a missing value, as in all expressions.
  if (field.type === 'calculated')
    return frame.values[slot] === '' ? null : answerOfValue(type!, frame.values[slot]!);
  return answerOf(frame.answers, field.name) ?? null;
};

/**
 * Answers that are stored but not part of the result, because their fields are not relevant at the moment. For a repeat
 * with such answers, one object for each entry.
 */
export const irrelevantAnswersOf = ({ form, root }: FilledForm): Answers =>
  irrelevantAnswersOfFrame(rootLevel(form), root);

const irrelevantAnswersOfFrame = (level: FormLevel, frame: Frame): Answers => {
  const irrelevantAnswers: Answers = {};
  for (const { field, slot, entry } of level.fields) {
    if (!frame.isRelevant[slot]) {
      const answer = answerOf(frame.answers, field.name) ?? null;
      if (answer !== null) irrelevantAnswers[field.name] = answer;
    } else if (entry) {
      const entries = (frame.values[slot] as readonly Frame[]).map((each) =>
        irrelevantAnswersOfFrame(entry, each),
      );
      if (entries.some((each) => Object.keys(each).length > 0)) irrelevantAnswers[field.name] = entries;
    }
  }
  return irrelevantAnswers;
};
