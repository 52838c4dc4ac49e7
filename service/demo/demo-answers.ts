import type { Answers } from '#workbook-engine/answer.ts';
import { offeredChoices } from '#workbook-engine/completion-faults.ts';
import type { Circumstances, Frame } from '#workbook-engine/expressions/value.ts';
import { dayText } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import {
  type FilledForm,
  type Form,
  type FormField,
  type FormLevel,
  rootLevel,
} from '#workbook-engine/form.ts';
import { startAnswers } from '#workbook-engine/start-answers.ts';
import type { Random } from './seeded-random.ts';

const REMARKS = [
  'Nothing out of the ordinary.',
  'Slightly worse than last year.',
  'Vegetation removed on the spot.',
  'A resident asked when the repair is planned.',
  'To be looked at again after the winter.',
];

/** Most things are well: of answers that fail, this part stays as it is. */
const FAILS = 0.1;
const MOST_ATTEMPTS = 20;

/** What the demo answers with: the form, when and where, and chance. */
export type DemoAnswering = { form: Form; circumstances: Circumstances; random: Random };

/** Answers as an inspector might give them, field after field: all that are required and most of the others. */
export const demoAnswers = (answering: DemoAnswering): Answers => {
  const { form, circumstances } = answering;
  const answers = startAnswers(form, rootLevel(form), circumstances);
  answerLevel(answering, answers, { level: rootLevel(form), holder: answers, find: ({ root }) => root });
  return answers;
};

/** A level to be answered: where its answers are kept, and where its frame is in the filled form. */
type Place = { level: FormLevel; holder: Answers; find: (filled: FilledForm) => Frame };

const answerLevel = (answering: DemoAnswering, all: Answers, { level, holder, find }: Place): void => {
  const { form, circumstances, random } = answering;
  for (const placed of level.fields) {
    // Each answer decides what is asked next, so what came of those so far is worked out anew.
    const filled = fillForm(form, all, circumstances);
    const frame = find(filled);
    const { name } = placed.field;
    if (!frame.isRelevant[placed.slot] || Object.hasOwn(holder, name)) continue;
    const isRequired = placed.required?.(frame, filled.given) ?? false;
    if (placed.entry) {
      const entries: Answers[] = [];
      holder[name] = entries;
      const count = random.whole(isRequired ? 1 : 0, isRequired ? 4 : 2);
      for (let place = 0; place < count; place++) {
        const entry = startAnswers(form, placed.entry, circumstances);
        entries.push(entry);
        const findEntry = (again: FilledForm) =>
          (find(again).values[placed.slot] as readonly Frame[])[place]!;
        answerLevel(answering, all, { level: placed.entry, holder: entry, find: findEntry });
      }
    } else if (isRequired || random.chance(0.6)) {
      const offered = offeredChoices(placed, frame, filled.given);
      const hasFailed = () => {
        const again = fillForm(form, all, circumstances);
        return placed.failWhen?.(find(again), again.given) ?? false;
      };
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const answer = answerTo(placed, offered, answering);
        if (answer !== undefined) holder[name] = answer;
        if (!hasFailed() || random.chance(FAILS)) break;
      }
    }
  }
};

const answerTo = (
  { field: { name, type, min, max } }: FormField,
  offered: readonly string[],
  { circumstances, random }: DemoAnswering,
): Answers[string] | undefined => {
  switch (type) {
    case 'text':
    case 'longText':
      return random.pick(REMARKS);
    case 'barcode':
      return `${name.toUpperCase()}-${random.whole(10_000, 99_999)}`;
    case 'integer':
      return random.whole(Number(min), Number(max));
    case 'decimal':
      return random.whole(Number(min) * 100, Number(max) * 100) / 100;
    case 'boolean':
      return random.chance(0.8);
    case 'date':
      return dayText(circumstances.now);
    case 'singleChoice':
      // The first choices are the good ones, and most things are well.
      return offered[Math.min(random.whole(0, offered.length - 1), random.whole(0, offered.length - 1))];
    case 'multiChoice':
      return offered.filter(() => random.chance(0.25));
    default:
      return undefined;
  }
};
