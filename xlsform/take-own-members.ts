import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { calculatedDefault } from '#workbook-engine/calculated-default.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { mayHave } from '#workbook-engine/field-faults.ts';
import { indexField } from '#workbook-engine/index-fields.ts';
import type { FormReport } from './form-report.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { peek, type TableRow, take } from './read-table.ts';
import { asExpression, takeExpression } from './take-expression.ts';
import type { Reading } from './take-text.ts';
import { takeWhole } from './take-whole.ts';
import { writeDefault } from './write-default.ts';
import { isNo, isYes } from './yes-no.ts';

/** The members that XLSForm has not: our own forms have columns for them. */
export const takeOwnMembers = (node: FormNode, field: Field, reading: Reading): void => {
  const { row } = node;
  if (field.type === 'photo') takePhotoMembers(row, field, reading.report);
  if (!mayHave(field.type, 'failWhen')) return;
  const failWhen = takeExpression(node, 'ronda:failWhen', reading);
  if (failWhen === undefined) return;
  field.failWhen = failWhen;
  const followUp = takeFollowUp(row, reading.report);
  if (followUp !== undefined) field.followUp = followUp;
};

/** XLSForm takes one picture in answer to a question. */
const takePhotoMembers = (row: TableRow, field: Field, report: FormReport): void => {
  const isAny = peek(row, 'ronda:maxCount') === 'any' && take(row, 'ronda:maxCount') !== undefined;
  if (!isAny)
    field.maxCount = takeWhole(row, 'ronda:maxCount', { least: 1, most: workbookLimits.photos }, report) ?? 1;
  for (const member of ['keepPosition', 'keepOriginals'] as const) {
    const said = peek(row, `ronda:${member}`);
    if (said === undefined || (!isYes(said) && !isNo(said))) continue;
    take(row, `ronda:${member}`);
    field[member] = isYes(said);
  }
};

const takeFollowUp = (row: TableRow, report: FormReport): Field['followUp'] => {
  const workbook = takeReference(row, 'workbook');
  if (workbook === undefined) return undefined;
  const team = takeReference(row, 'team');
  const dueInDays = takeWhole(row, 'ronda:followUp::dueInDays', { least: 0, most: 3_650 }, report);
  return { workbook, ...(team !== undefined && { team }), ...(dueInDays !== undefined && { dueInDays }) };
};

const takeReference = (row: TableRow, member: string): string | undefined => {
  const name = peek(row, `ronda:followUp::${member}`) ?? '';
  return name.length > workbookLimits.reference ? undefined : take(row, `ronda:followUp::${member}`);
};

/**
 * The default of one of our own forms, in JSON, where the text of XLSForm does not say it exactly. True when there is
 * one; the other is set aside, and told of when it was changed meanwhile.
 */
export const takeOwnDefault = (
  node: FormNode,
  field: Field,
  values: ReadonlyMap<string, string>,
  reading: Reading,
): boolean => {
  const { row } = node;
  const text = take(row, 'ronda:default');
  if (text === undefined) return false;
  const own = parseDefault(text);
  const calculated = calculatedDefault({ name: field.name, type: field.type, default: own });
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'ronda:default') };
  const faults =
    own === undefined || calculated !== undefined ? [] : checkAnswer(indexField(field), own).faults;
  if (own === undefined || faults.length > 0) {
    const why = faults[0]?.message ?? sentence`it is no JSON.`;
    reading.report.tell(place, 'value-refused', sentence`The default is no possible answer: ${why}`);
    return false;
  }
  if (calculated !== undefined) {
    const calculation = asExpression(node, 'ronda:default', calculated, reading);
    const plain = peek(row, 'default');
    if (plain !== undefined && asExpression(node, 'default', plain, reading) === calculation)
      take(row, 'default');
    if (calculation !== undefined) field.default = { calculation };
  } else {
    const names = new Map([...values].map(([name, value]) => [value, name]));
    if (peek(row, 'default') === writeDefault({ ...field, default: own }, names)) take(row, 'default');
    field.default = own;
  }
  return true;
};

const parseDefault = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
