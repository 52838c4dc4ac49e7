import type { Answers } from '#workbook-engine/answer.ts';
import { listOfferedChoices } from '#workbook-engine/completion-issues.ts';
import { createDefaultAnswers } from '#workbook-engine/default-answers.ts';
import type { EvaluationContext, Frame } from '#workbook-engine/expressions/value.ts';
import { DAY_MS, formatIsoDay } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import {
  type FilledForm,
  type Form,
  type FormField,
  type FormLevel,
  rootLevelOf,
} from '#workbook-engine/form.ts';
import plausibleAnswers from './plausible-answers.json' with { type: 'json' };
import type { Random } from './seeded-random.ts';

/** The share of failing answers to keep. */
const FAILURE_SHARE = 0.1;
const MAX_ATTEMPTS = 20;

/** Ranges by field, narrower than those the workbooks accept. */
const MEASUREMENT_RANGES: Partial<Record<string, number[]>> = plausibleAnswers.ranges;

/** Answers by field. All other text fields are left empty. */
const TEXT_ANSWERS: Partial<Record<string, string[]>> = plausibleAnswers.strings;

export type GenerationContext = {
  form: Form;
  evaluationContext: EvaluationContext;
  prefilledAnswers: Answers;
  random: Random;
};

export const generateAnswers = (context: GenerationContext): Answers => {
  const { form, evaluationContext, prefilledAnswers } = context;
  const answers = createDefaultAnswers(form, rootLevelOf(form), evaluationContext);
  for (const { field } of rootLevelOf(form).fields)
    if (Object.hasOwn(prefilledAnswers, field.name)) answers[field.name] = prefilledAnswers[field.name]!;
  answerLevel(context, answers, {
    level: rootLevelOf(form),
    levelAnswers: answers,
    findFrame: ({ root }) => root,
  });
  return answers;
};

type LevelInForm = { level: FormLevel; levelAnswers: Answers; findFrame: (filledForm: FilledForm) => Frame };

const answerLevel = (
  context: GenerationContext,
  allAnswers: Answers,
  { level, levelAnswers, findFrame }: LevelInForm,
): void => {
  const { form, evaluationContext, random } = context;
  for (const formField of level.fields) {
    // Each answer may change which fields are relevant, so re-evaluate the form for each field.
    const filledForm = fillForm(form, allAnswers, evaluationContext);
    const frame = findFrame(filledForm);
    const { name } = formField.field;
    if (!frame.isRelevant[formField.slot] || Object.hasOwn(levelAnswers, name)) continue;
    const isRequired = formField.required?.(frame, filledForm.evaluation) ?? false;
    if (formField.instanceLevel) {
      const instances: Answers[] = [];
      levelAnswers[name] = instances;
      const count = random.integer(isRequired ? 1 : 0, isRequired ? 4 : 2);
      for (let index = 0; index < count; index++) {
        const instance = createDefaultAnswers(form, formField.instanceLevel, evaluationContext);
        instances.push(instance);
        const findInstance = (refilled: FilledForm) =>
          (findFrame(refilled).values[formField.slot] as readonly Frame[])[index]!;
        answerLevel(context, allAnswers, {
          level: formField.instanceLevel,
          levelAnswers: instance,
          findFrame: findInstance,
        });
      }
    } else if (isRequired || random.chance(0.6)) {
      const offeredChoices = listOfferedChoices(formField, frame, filledForm.evaluation);
      const hasFailed = () => {
        const refilled = fillForm(form, allAnswers, evaluationContext);
        return formField.failWhen?.(findFrame(refilled), refilled.evaluation) ?? false;
      };
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const answer = generateAnswer(formField, offeredChoices, context);
        if (answer !== undefined) levelAnswers[name] = answer;
        if (!hasFailed() || random.chance(FAILURE_SHARE)) break;
      }
    }
  }
};

const generateAnswer = (
  { field: { name, type, min, max } }: FormField,
  offeredChoices: readonly string[],
  { evaluationContext, random }: GenerationContext,
): Answers[string] | undefined => {
  const [from = Number(min), to = Number(max)] = MEASUREMENT_RANGES[name] ?? [];
  switch (type) {
    case 'text':
    case 'longText': {
      const texts = TEXT_ANSWERS[name];
      return texts && random.pick(texts);
    }
    case 'integer':
      return random.integer(from, to);
    case 'decimal':
      return random.integer(from * 20, to * 20) / 20;
    case 'boolean':
      return random.chance(0.8);
    case 'date':
      // The only date field without a default is a deadline.
      return formatIsoDay(evaluationContext.now + random.integer(14, 60) * DAY_MS);
    case 'singleChoice':
      // Favours the first choices, which stand for good condition.
      return offeredChoices[
        Math.min(random.integer(0, offeredChoices.length - 1), random.integer(0, offeredChoices.length - 1))
      ];
    case 'multiChoice':
      return offeredChoices.filter(() => random.chance(0.25));
    default:
      return undefined;
  }
};
