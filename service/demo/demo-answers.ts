import type { Answers } from '#workbook-engine/answer.ts';
import { offeredChoices } from '#workbook-engine/completion-issues.ts';
import { defaultAnswers } from '#workbook-engine/default-answers.ts';
import type { EvaluationContext, Frame } from '#workbook-engine/expressions/value.ts';
import { DAY_MS, dayText } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import {
  type FilledForm,
  type Form,
  type FormField,
  type FormLevel,
  rootLevel,
} from '#workbook-engine/form.ts';
import { plausibleRange, plausibleTexts } from './plausible-answers.ts';
import type { Random } from './seeded-random.ts';

/** The share of failing answers that is not replaced, because most items are in good condition. */
const FAILURE_SHARE = 0.1;
const MAX_ATTEMPTS = 20;

/** The input of generated answers. `prefilled` contains the values from the task and its item, by field. */
export type DemoAnswering = {
  form: Form;
  evaluationContext: EvaluationContext;
  prefilled: Answers;
  random: Random;
};

/** Generates realistic answers, field by field, to all required fields and most of the others. */
export const generateAnswers = (answering: DemoAnswering): Answers => {
  const { form, evaluationContext, prefilled } = answering;
  const answers = defaultAnswers(form, rootLevel(form), evaluationContext);
  for (const { field } of rootLevel(form).fields)
    if (Object.hasOwn(prefilled, field.name)) answers[field.name] = prefilled[field.name]!;
  answerLevel(answering, answers, {
    level: rootLevel(form),
    levelAnswers: answers,
    find: ({ root }) => root,
  });
  return answers;
};

/** A level of the form: its answers, and a function that finds its frame in the filled form. */
type LevelInForm = { level: FormLevel; levelAnswers: Answers; find: (filledForm: FilledForm) => Frame };

const answerLevel = (
  answering: DemoAnswering,
  allAnswers: Answers,
  { level, levelAnswers, find }: LevelInForm,
): void => {
  const { form, evaluationContext, random } = answering;
  for (const formField of level.fields) {
    // Each answer can change which fields are relevant, so the form is evaluated for each field.
    const filledForm = fillForm(form, allAnswers, evaluationContext);
    const frame = find(filledForm);
    const { name } = formField.field;
    if (!frame.isRelevant[formField.slot] || Object.hasOwn(levelAnswers, name)) continue;
    const isRequired = formField.required?.(frame, filledForm.evaluation) ?? false;
    if (formField.entry) {
      const entries: Answers[] = [];
      levelAnswers[name] = entries;
      const count = random.whole(isRequired ? 1 : 0, isRequired ? 4 : 2);
      for (let index = 0; index < count; index++) {
        const entry = defaultAnswers(form, formField.entry, evaluationContext);
        entries.push(entry);
        const findEntry = (refilled: FilledForm) =>
          (find(refilled).values[formField.slot] as readonly Frame[])[index]!;
        answerLevel(answering, allAnswers, { level: formField.entry, levelAnswers: entry, find: findEntry });
      }
    } else if (isRequired || random.chance(0.6)) {
      const offered = offeredChoices(formField, frame, filledForm.evaluation);
      const hasFailed = () => {
        const refilled = fillForm(form, allAnswers, evaluationContext);
        return formField.failWhen?.(find(refilled), refilled.evaluation) ?? false;
      };
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const answer = answerTo(formField, offered, answering);
        if (answer !== undefined) levelAnswers[name] = answer;
        if (!hasFailed() || random.chance(FAILURE_SHARE)) break;
      }
    }
  }
};

const answerTo = (
  { field: { name, type, min, max } }: FormField,
  offered: readonly string[],
  { evaluationContext, random }: DemoAnswering,
): Answers[string] | undefined => {
  const range = plausibleRange(name) ?? [Number(min), Number(max)];
  switch (type) {
    case 'text':
    case 'longText': {
      const texts = plausibleTexts(name);
      return texts && random.pick(texts);
    }
    case 'integer':
      return random.whole(...range);
    case 'decimal':
      return random.whole(range[0] * 20, range[1] * 20) / 20;
    case 'boolean':
      return random.chance(0.8);
    case 'date':
      // The only date without a default is a deadline.
      return dayText(evaluationContext.now + random.whole(14, 60) * DAY_MS);
    case 'singleChoice':
      // The first choices stand for a good condition, which most items are in.
      return offered[Math.min(random.whole(0, offered.length - 1), random.whole(0, offered.length - 1))];
    case 'multiChoice':
      return offered.filter(() => random.chance(0.25));
    default:
      return undefined;
  }
};
