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

/** Lists drafts, followed by missing and rejected answers in workbook order. */
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

/** Prefixes the label with that of the repeat instance. */
const locateQuestion = ({ filledForm: { form, root, evaluation } }: EvaluatedForm, path: string) => {
  let level: FormLevel = rootLevelOf(form);
  let frame: Frame = root;
  let instanceLabel: string | undefined;
  let isRelevant = true;
  const steps = path.split('.');
  for (const step of steps.slice(0, -1)) {
    const repeat = findFormField(level, parseOutermostField(step))!;
    const instanceIndex = Number.parseInt(step.slice(step.indexOf('[') + 1), 10);
    instanceLabel = `${repeat.label?.(frame, evaluation) ?? repeat.field.name} ${instanceIndex + 1}`;
    isRelevant &&= frame.isRelevant[repeat.slot]!;
    const instanceFrame: Frame | undefined = (frame.values[repeat.slot] as readonly Frame[])[instanceIndex];
    if (!instanceFrame) return undefined;
    frame = instanceFrame;
    level = repeat.instanceLevel!;
  }
  const formField: FormField | undefined = findFormField(level, parseInnermostField(path));
  if (!formField) return undefined;
  isRelevant &&= frame.isRelevant[formField.slot]!;
  const fieldLabel = formField.label?.(frame, evaluation) ?? parseInnermostField(path);
  return {
    formField,
    frame,
    isRelevant,
    label: instanceLabel === undefined ? fieldLabel : `${instanceLabel} › ${fieldLabel}`,
  };
};
