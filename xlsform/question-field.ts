import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { bothTrue, boundConstraint, withoutBounds } from './bound-constraint.ts';
import { chooseType } from './choose-type.ts';
import { quote } from './expression-tokens.ts';
import type { ChoiceList, ChoiceLists } from './read-choices.ts';
import { isDynamic, readDefault } from './read-default.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { take } from './read-table.ts';
import { hasOwnBounds, takeBounds } from './take-bounds.ts';
import { asExpression, takeExpression, takeRequired } from './take-expression.ts';
import { fitText, takeLabels } from './take-labels.ts';
import { takeOwnDefault, takeOwnMembers } from './take-own-members.ts';
import { type Reading, takeText } from './take-text.ts';
import { tellRest } from './tell-rest.ts';

export type ReadingFields = Reading & { choices: ChoiceLists; externalChoices: ChoiceLists };

const withoutAnswer: readonly FieldType[] = ['note', 'calculated', 'section', 'repeat'];
const withDefault: readonly FieldType[] = [
  'text',
  'longText',
  'barcode',
  'integer',
  'decimal',
  'date',
  'time',
  'dateTime',
  'boolean',
  'location',
  'singleChoice',
  'multiChoice',
];
const noValues: ReadonlyMap<string, string> = new Map();

/** The field that a question becomes; undefined, and told of, when there can be none. */
export const questionField = (node: FormNode, reading: ReadingFields): Field | undefined => {
  const { row } = node;
  const field: Field = { name: node.name, type: chooseType(node, reading) };
  Object.assign(field, takeLabels(node, reading));
  const list = node.type.is === 'select' ? takeList(node, field, reading) : undefined;
  if (list === null) return undefined;

  const isAnswered = !withoutAnswer.includes(field.type);
  if (isAnswered) {
    const required = takeRequired(node, 'required', reading);
    if (required !== undefined) field.required = required;
  }
  const relevant = takeExpression(node, 'relevant', reading);
  if (relevant !== undefined) field.relevant = relevant;
  takeBounds(node, field, reading);
  if (isAnswered) takeConstraint(node, field, reading);
  takeOwnMembers(node, field, reading);
  if (field.type === 'calculated' && !takeCalculation(node, field, reading)) return undefined;
  if (withDefault.includes(field.type)) takeDefault(node, field, list?.values ?? noValues, reading);
  tellRest(row, reading.report, field.type);
  return field;
};

/** The choices of a select; null, and told of, when its list is not there. */
const takeList = (node: FormNode, field: Field, reading: ReadingFields): ChoiceList | undefined | null => {
  const { row, type } = node;
  if (type.is !== 'select' || type.source === 'elsewhere') return undefined;
  const list = (type.source === 'choices' ? reading.choices : reading.externalChoices).get(type.list);
  const isChosen = field.type === 'singleChoice' || field.type === 'multiChoice';
  if (!isChosen && field.type !== 'boolean') return list;
  if (list === undefined || list.choices.length === 0) {
    const what = list === undefined ? 'There is no list' : 'There are no choices in the list';
    const message = `${what} “${type.list}”, so the question “${node.written ?? node.name}” is left out.`;
    reading.report.tell({ sheet: row.sheet, row: row.number }, 'list-unknown', message);
    return null;
  }
  list.isUsed = true;
  if (!isChosen) return list;
  field.choices = list.choices;
  if (type.hasOther) addOther(node, field, reading);
  const filter = takeExpression(node, 'choice_filter', reading, list.attributes);
  if (filter !== undefined) field.choiceFilter = filter;
  return list;
};

const addOther = ({ row }: FormNode, field: Field, { report }: ReadingFields): void => {
  const choices = field.choices ?? [];
  if (choices.some(({ value }) => value === 'other')) return;
  const languages = new Set(
    choices.flatMap(({ label }) => (typeof label === 'object' ? Object.keys(label) : [])),
  );
  const label =
    languages.size === 0 ? 'Other' : Object.fromEntries([...languages].map((tag) => [tag, 'Other']));
  field.choices = [...choices, { value: 'other', label }];
  const message = 'or_other is a choice “other” and a text that asks what it is; both say so in English.';
  report.tell({ sheet: row.sheet, row: row.number, column: columnOf(row, 'type') }, 'other-added', message);
};

const ACKNOWLEDGED = '. = true()';
const ONLY_DIGITS = "regex(., '^\\d*$')";

const takeConstraint = (node: FormNode, field: Field, reading: Reading): void => {
  const { row, type } = node;
  const special = type.is === 'question' ? type.special : undefined;
  const bounds = hasOwnBounds(row) ? boundConstraint(field) : undefined;
  const constraint = withoutBounds(takeExpression(node, 'constraint', reading), bounds);
  const isAcknowledged = special === 'acknowledge' && field.required === true;
  const implied = isAcknowledged ? ACKNOWLEDGED : special === 'phone number' ? ONLY_DIGITS : undefined;
  const whole = bothTrue(implied, constraint);
  if (whole !== undefined) field.constraint = whole;
  if (whole === undefined && bounds === undefined) return;
  const column = isAcknowledged && constraint === undefined ? 'required_message' : 'constraint_message';
  const message = takeText(row, column, reading, node);
  if (message !== undefined) field.constraintMessage = fitText(message, row, column, reading.report);
};

/** Whether a calculated field has something to calculate. */
const takeCalculation = (node: FormNode, field: Field, reading: Reading): boolean => {
  const { row, type } = node;
  const special = type.is === 'question' ? type.special : undefined;
  const written =
    takeExpression(node, 'calculation', reading) ?? (special === 'today' ? 'today()' : undefined);
  if (written !== undefined) {
    field.calculation = written;
    return true;
  }
  const expression = defaultAsCalculation(node, reading);
  if (expression !== undefined) {
    field.calculation = expression;
    return true;
  }
  const called = node.written === undefined ? '' : ` “${node.written}”`;
  const message = `The field${called} has no calculation that could be carried over, and is left out.`;
  const code = special === 'hidden' ? 'question-lost' : 'value-refused';
  reading.report.tell({ sheet: row.sheet, row: row.number }, code, message);
  return false;
};

/** What a field that nobody can answer has as its default is its value. */
const defaultAsCalculation = (node: FormNode, reading: Reading): string | undefined => {
  const { row, type } = node;
  const text = take(row, 'default');
  if (text === undefined) return undefined;
  const asked = type.is === 'question' || type.is === 'select' ? type.type : 'text';
  if (!isDynamic({ type: asked }, text))
    return (asked === 'integer' || asked === 'decimal') && /^-?\d+(\.\d+)?$/.test(text) ? text : quote(text);
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'default') };
  const message = 'It is worked out anew whenever something changes, and not only at the start.';
  reading.report.tell(place, 'type-changed', message);
  return asExpression(node, 'default', text, reading);
};

const takeDefault = (
  node: FormNode,
  field: Field,
  values: ReadonlyMap<string, string>,
  reading: Reading,
): void => {
  if (takeOwnDefault(node, field, values, reading)) return;
  const text = take(node.row, 'default');
  if (text === undefined) return;
  const place = { sheet: node.row.sheet, row: node.row.number, column: columnOf(node.row, 'default') };
  const value = readDefault(field, text, values);
  if ('why' in value) {
    reading.report.tell(place, 'value-refused', `The default is no possible answer: ${value.why}`);
  } else if ('answer' in value) {
    field.default = value.answer;
    if (value.told !== undefined) reading.report.tell(place, 'zone-assumed', value.told);
  } else {
    const calculation = asExpression(node, 'default', value.expression, reading);
    if (calculation !== undefined) field.default = { calculation };
  }
};
