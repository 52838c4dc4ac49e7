import type { TFunction } from 'i18next';
import { isAnswered } from '#workbook-engine/answer.ts';
import { parseInnermostField, parseOutermostField } from '#workbook-engine/change-answers.ts';
import type { EvaluatedForm } from '#workbook-engine/evaluate-form.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField, type FormLevel, rootLevelOf } from '#workbook-engine/form.ts';
import type { Drafts } from './answer-context.ts';
import { findFormField } from './form-fields.ts';
import { isBareExpression, localizeMessage } from './localize-message.ts';

export type OpenIssue = { path: string; message: string };

export const listInvalidPaths = (evaluatedForm: EvaluatedForm, drafts: Drafts = {}): string[] =>
  Object.keys(drafts).filter((path) => locateQuestion(evaluatedForm, path)?.isRelevant);

/** Returns an item's drafts of invalid answers, followed by its missing and rejected answers in workbook order. */
export const listOpenIssues = (
  evaluatedForm: EvaluatedForm,
  t: TFunction<'questions'>,
  drafts: Drafts = {},
): OpenIssue[] => [
  ...listInvalidPaths(evaluatedForm, drafts).map((path) => {
    const { label } = locateQuestion(evaluatedForm, path)!;
    return { path, message: t('invalidAnswer', { label, text: drafts[path] }) };
  }),
  ...[...evaluatedForm.issues].flatMap(([path, issue]) => {
    if (path in drafts) return [];
    const { formField, frame, label } = locateQuestion(evaluatedForm, path)!;
    if (!isAnswered(answerOf(frame.answers, formField.field.name)))
      return [{ path, message: t('missingAnswer', { label }) }];
    if (isBareExpression(issue)) return [{ path, message: t('impossibleAnswer', { label }) }];
    const message = localizeMessage(issue, { name: formField.field.name, label });
    return [{ path, message: message.includes(label) ? message : `${label}: ${message}` }];
  }),
];

/**
 * Finds the field at a path, the answers on its level, and its label. The label is preceded by the label of the
 * repeat entry.
 */
const locateQuestion = ({ filledForm: { form, root, evaluation } }: EvaluatedForm, path: string) => {
  let level: FormLevel = rootLevelOf(form);
  let frame: Frame = root;
  let entryLabel: string | undefined;
  let isRelevant = true;
  const parts = path.split('.');
  for (const part of parts.slice(0, -1)) {
    const repeat = findFormField(level, parseOutermostField(part))!;
    const entryIndex = Number.parseInt(part.slice(part.indexOf('[') + 1), 10);
    entryLabel = `${repeat.label?.(frame, evaluation) ?? repeat.field.name} ${entryIndex + 1}`;
    isRelevant &&= frame.isRelevant[repeat.slot]!;
    const entryFrame: Frame | undefined = (frame.values[repeat.slot] as readonly Frame[])[entryIndex];
    if (!entryFrame) return undefined;
    frame = entryFrame;
    level = repeat.entryLevel!;
  }
  const formField: FormField | undefined = findFormField(level, parseOutermostField(parts.at(-1)!));
  if (!formField) return undefined;
  isRelevant &&= frame.isRelevant[formField.slot]!;
  const fieldLabel = formField.label?.(frame, evaluation) ?? parseInnermostField(path);
  return {
    formField,
    frame,
    isRelevant,
    label: entryLabel === undefined ? fieldLabel : `${entryLabel} › ${fieldLabel}`,
  };
};
