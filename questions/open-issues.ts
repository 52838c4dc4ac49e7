import type { TFunction } from 'i18next';
import { isAnswered } from '#workbook-engine/answer.ts';
import { fieldOfPath, nameOfPath } from '#workbook-engine/change-answers.ts';
import type { EvaluatedForm } from '#workbook-engine/evaluate-form.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField, type FormLevel, rootLevel } from '#workbook-engine/form.ts';
import { formFieldOf } from './form-fields.ts';
import { isBareExpression, localizeMessage } from './localize-message.ts';

/** A question that prevents the inspection from being completed. */
export type OpenIssue = { path: string; message: string };

/** Returns the missing and invalid answers about an item, in the order of the workbook. */
export const openIssues = (evaluated: EvaluatedForm, t: TFunction<'questions'>): OpenIssue[] =>
  [...evaluated.issues].map(([path, issue]) => {
    const { formField, frame, entry } = locateQuestion(evaluated, path);
    const ownLabel = formField.label?.(frame, evaluated.filled.evaluation) ?? nameOfPath(path);
    const label = entry === undefined ? ownLabel : `${entry} › ${ownLabel}`;
    if (!isAnswered(answerOf(frame.answers, formField.field.name)))
      return { path, message: t('missingAnswer', { label }) };
    if (isBareExpression(issue)) return { path, message: t('impossibleAnswer', { label }) };
    const message = localizeMessage(issue, { name: formField.field.name, label });
    return { path, message: message.includes(label) ? message : `${label}: ${message}` };
  });

/** Finds the field at a path, the answers of its level, and the label of the surrounding entry of a repeat. */
const locateQuestion = ({ filled: { form, root, evaluation } }: EvaluatedForm, path: string) => {
  let level: FormLevel = rootLevel(form);
  let frame: Frame = root;
  let entry: string | undefined;
  const parts = path.split('.');
  for (const part of parts.slice(0, -1)) {
    const repeat = formFieldOf(level, fieldOfPath(part))!;
    const number = Number.parseInt(part.slice(part.indexOf('[') + 1), 10);
    entry = `${repeat.label?.(frame, evaluation) ?? repeat.field.name} ${number + 1}`;
    frame = (frame.values[repeat.slot] as readonly Frame[])[number]!;
    level = repeat.entry!;
  }
  const formField: FormField = formFieldOf(level, fieldOfPath(parts.at(-1)!))!;
  return { formField, frame, entry };
};
