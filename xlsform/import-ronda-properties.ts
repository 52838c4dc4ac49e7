import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import { readCalculatedDefault } from '#workbook-engine/calculated-default.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { canHaveProperty } from '#workbook-engine/field-issues.ts';
import { prepareField } from '#workbook-engine/index-fields.ts';
import type { FormReport } from './form-report.ts';
import { formatDefault } from './format-default.ts';
import { importExpression, toExpression } from './import-expression.ts';
import { importInteger } from './import-integer.ts';
import type { ImportContext } from './import-text.ts';
import type { FormNode } from './read-survey.ts';
import { consume, createCellLocation, peek, type TableRow } from './read-table.ts';
import { consumeYesNo } from './yes-no.ts';

/** Imports Ronda's own columns, for properties that XLSForm does not have. */
export const importRondaProperties = (node: FormNode, field: Field, context: ImportContext): void => {
  const { row } = node;
  if (field.type === 'photo') importPhotoProperties(row, field, context.report);
  if (!canHaveProperty(field.type, 'failWhen')) return;
  const failWhen = importExpression(node, 'ronda:failWhen', context);
  if (failWhen === undefined) return;
  field.failWhen = failWhen;
  const followUp = importFollowUp(row, context.report);
  if (followUp !== undefined) field.followUp = followUp;
};

/** Allows one photo by default, as in XLSForm. */
const importPhotoProperties = (row: TableRow, field: Field, report: FormReport): void => {
  const isUnlimited = peek(row, 'ronda:maxCount') === 'any' && consume(row, 'ronda:maxCount') !== undefined;
  if (!isUnlimited)
    field.maxCount =
      importInteger(row, 'ronda:maxCount', { min: 1, max: workbookLimits.photos }, report) ?? 1;
  for (const property of ['keepPosition', 'keepOriginals'] as const) {
    const value = consumeYesNo(row, `ronda:${property}`);
    if (value !== undefined) field[property] = value;
  }
};

const importFollowUp = (row: TableRow, report: FormReport): Field['followUp'] => {
  const workbook = importReference(row, 'workbook');
  if (workbook === undefined) return undefined;
  const team = importReference(row, 'team');
  const dueInDays = importInteger(row, 'ronda:followUp::dueInDays', { min: 0, max: 3_650 }, report);
  return { workbook, ...(team !== undefined && { team }), ...(dueInDays !== undefined && { dueInDays }) };
};

const importReference = (row: TableRow, property: string): string | undefined => {
  const name = peek(row, `ronda:followUp::${property}`) ?? '';
  return name.length > workbookLimits.reference ? undefined : consume(row, `ronda:followUp::${property}`);
};

/**
 * Imports a default that Ronda exported as JSON. Returns whether it is valid. If so, the XLSForm default is ignored,
 * and reported if it has changed since the export.
 */
export const importRondaDefault = (
  node: FormNode,
  field: Field,
  values: ReadonlyMap<string, string>,
  context: ImportContext,
): boolean => {
  const { row } = node;
  const text = consume(row, 'ronda:default');
  if (text === undefined) return false;
  const value = parseJson(text);
  const calculatedDefault = readCalculatedDefault({ name: field.name, type: field.type, default: value });
  const issues =
    value === undefined || calculatedDefault !== undefined
      ? []
      : checkAnswer(prepareField(field), value).issues;
  if (value === undefined || issues.length > 0) {
    const reason = issues[0]?.message ?? msg`it is not valid JSON.`;
    context.report.add(
      createCellLocation(row, 'ronda:default'),
      'value-invalid',
      msg`The default is not a valid answer: ${reason}`,
    );
    return false;
  }
  if (calculatedDefault !== undefined) {
    const calculation = toExpression(node, 'ronda:default', calculatedDefault, context);
    const defaultText = peek(row, 'default');
    if (defaultText !== undefined && toExpression(node, 'default', defaultText, context) === calculation)
      consume(row, 'default');
    if (calculation !== undefined) field.default = { calculation };
  } else {
    const names = new Map([...values].map(([name, value]) => [value, name]));
    if (peek(row, 'default') === formatDefault({ ...field, default: value }, names)) consume(row, 'default');
    field.default = value;
  }
  return true;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
