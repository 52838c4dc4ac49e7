import { type AnswerFault, type Answers, isAnswered } from './answer.ts';
import type { FieldIndex } from './index-fields.ts';

/** The required fields without an answer, in the order of the definition; in a repeat, of each entry. */
export const missingAnswers = (index: FieldIndex, answers: Answers, path = ''): AnswerFault[] => {
  const missing: AnswerFault[] = [];
  for (const [name, { field, entry }] of index.fields) {
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (field.required && !isAnswered(answer)) {
      missing.push({ field: path + name, message: `${name} is required and has no answer yet.` });
    }
    if (entry !== undefined) {
      const entries = (answer ?? []) as Answers[];
      missing.push(
        ...entries.flatMap((each, position) => missingAnswers(entry, each, `${path}${name}[${position}].`)),
      );
    }
  }
  return missing;
};
