import { isAnswered } from '#workbook-engine/answer.ts';
import { fieldOfPath, nameOfPath } from '#workbook-engine/change-answers.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField, type FormLevel, rootLevel } from '#workbook-engine/form.ts';
import type { Judged } from '#workbook-engine/judge-form.ts';
import { placedOf } from './form-pages.ts';
import type { JudgedSet } from './judge-sets.ts';
import { isExpression, sayOfQuestion } from './say-sentence.ts';
import type { SayInspection } from './words.ts';

/** A question that keeps the inspection from being completed. */
export type OpenFault = { path: string; words: string };

/** What is missing about an item, in plain words and in the order of the workbook. */
export const openFaults = (
  { judged }: Pick<JudgedSet, 'judged'>,
  { t, language }: { t: SayInspection; language: string },
): OpenFault[] =>
  [...(judged?.faults ?? [])].map(([path, fault]) => {
    const { placed, frame, entry } = questionAt(judged!, path);
    const own = placed.label?.(frame, judged!.filled.given) ?? nameOfPath(path);
    const label = entry === undefined ? own : `${entry} › ${own}`;
    if (!isAnswered(answerOf(frame.answers, placed.field.name)))
      return { path, words: t('missingAnswer', { label }) };
    if (isExpression(fault)) return { path, words: t('missingOther', { label }) };
    const said = sayOfQuestion(fault, { name: placed.field.name, label, language });
    return { path, words: said.includes(label) ? said : `${label}: ${said}` };
  });

/** The field at a path, the answers beside it, and the entry of the repeat around it in words. */
const questionAt = ({ filled: { form, root, given } }: Judged, path: string) => {
  let level: FormLevel = rootLevel(form);
  let frame: Frame = root;
  let entry: string | undefined;
  const parts = path.split('.');
  for (const part of parts.slice(0, -1)) {
    const repeat = placedOf(level, fieldOfPath(part))!;
    const number = Number.parseInt(part.slice(part.indexOf('[') + 1), 10);
    entry = `${repeat.label?.(frame, given) ?? repeat.field.name} ${number + 1}`;
    frame = (frame.values[repeat.slot] as readonly Frame[])[number]!;
    level = repeat.entry!;
  }
  const placed: FormField = placedOf(level, fieldOfPath(parts.at(-1)!))!;
  return { placed, frame, entry };
};
