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

/** Most things are in good condition: this share of failing answers is kept. */
const FAILS = 0.1;
const MAX_ATTEMPTS = 20;

/** The input of generated answers. `known`: what the task and its item already say, by field. */
export type DemoAnswering = {
  form: Form;
  evaluationContext: EvaluationContext;
  known: Answers;
  random: Random;
};

/** Generates answers as an inspector might give them, field by field: all required fields and most of the others. */
export const demoAnswers = (answering: DemoAnswering): Answers => {
  const { form, evaluationContext, known } = answering;
  const answers = defaultAnswers(form, rootLevel(form), evaluationContext);
  for (const { field } of rootLevel(form).fields)
    if (Object.hasOwn(known, field.name)) answers[field.name] = known[field.name]!;
  answerLevel(answering, answers, { level: rootLevel(form), holder: answers, find: ({ root }) => root });
  return answers;
};

/** A level to fill in: where its answers are stored, and how to find its frame in the filled form. */
type Place = { level: FormLevel; holder: Answers; find: (filled: FilledForm) => Frame };

const answerLevel = (answering: DemoAnswering, all: Answers, { level, holder, find }: Place): void => {
  const { form, evaluationContext, random } = answering;
  for (const formField of level.fields) {
    // Each answer affects which fields are relevant next, so the form is evaluated again.
    const filled = fillForm(form, all, evaluationContext);
    const frame = find(filled);
    const { name } = formField.field;
    if (!frame.isRelevant[formField.slot] || Object.hasOwn(holder, name)) continue;
    const isRequired = formField.required?.(frame, filled.evaluation) ?? false;
    if (formField.entry) {
      const entries: Answers[] = [];
      holder[name] = entries;
      const count = random.whole(isRequired ? 1 : 0, isRequired ? 4 : 2);
      for (let place = 0; place < count; place++) {
        const entry = defaultAnswers(form, formField.entry, evaluationContext);
        entries.push(entry);
        const findEntry = (again: FilledForm) =>
          (find(again).values[formField.slot] as readonly Frame[])[place]!;
        answerLevel(answering, all, { level: formField.entry, holder: entry, find: findEntry });
      }
    } else if (isRequired || random.chance(0.6)) {
      const offered = offeredChoices(formField, frame, filled.evaluation);
      const hasFailed = () => {
        const again = fillForm(form, all, evaluationContext);
        return formField.failWhen?.(find(again), again.evaluation) ?? false;
      };
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const answer = answerTo(formField, offered, answering);
        if (answer !== undefined) holder[name] = answer;
        if (!hasFailed() || random.chance(FAILS)) break;
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
      // The first choices are the good ones, and most things are in good condition.
      return offered[Math.min(random.whole(0, offered.length - 1), random.whole(0, offered.length - 1))];
    case 'multiChoice':
      return offered.filter(() => random.chance(0.25));
    default:
      return undefined;
  }
};
