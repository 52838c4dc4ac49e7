import type { Field } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { mayHave } from '#workbook-engine/field-faults.ts';
import type { ChoiceRoom } from './choice-room.ts';
import { chooseType } from './choose-type.ts';
import type { ChoiceList, ChoiceLists } from './read-choices.ts';
import { columnOf, type FormNode } from './read-survey.ts';
import { takeBounds } from './take-bounds.ts';
import { takeConstraint } from './take-constraint.ts';
import { takeCalculation, takeDefault } from './take-default.ts';
import { takeExpression, takeRequired } from './take-expression.ts';
import { takeLabels } from './take-labels.ts';
import { takeOwnMembers } from './take-own-members.ts';
import type { Reading } from './take-text.ts';
import { tellRest } from './tell-rest.ts';

export type ReadingFields = Reading & {
  choices: ChoiceLists;
  externalChoices: ChoiceLists;
  room: ChoiceRoom;
};

const noValues: ReadonlyMap<string, string> = new Map();

/** The field that a question becomes; undefined, and told of, when there can be none. */
export const questionField = (node: FormNode, reading: ReadingFields): Field | undefined => {
  const { row } = node;
  const field: Field = { name: node.name, type: chooseType(node, reading) };
  Object.assign(field, takeLabels(node, reading));
  const list = node.type.is === 'select' ? takeList(node, field, reading) : undefined;
  if (list === null) return undefined;

  if (mayHave(field.type, 'required')) {
    const required = takeRequired(node, 'required', reading);
    if (required !== undefined) field.required = required;
  }
  const relevant = takeExpression(node, 'relevant', reading);
  if (relevant !== undefined) field.relevant = relevant;
  takeBounds(node, field, reading);
  if (mayHave(field.type, 'constraint')) takeConstraint(node, field, reading);
  takeOwnMembers(node, field, reading);
  if (field.type === 'calculated' && !takeCalculation(node, field, reading)) return undefined;
  if (mayHave(field.type, 'default')) takeDefault(node, field, list?.values ?? noValues, reading);
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
    const question = node.written ?? node.name;
    const message =
      list === undefined
        ? sentence`There is no list “${type.list}”, so the question “${question}” is left out.`
        : sentence`There are no choices in the list “${type.list}”, so the question “${question}” is left out.`;
    reading.report.tell({ sheet: row.sheet, row: row.number }, 'list-unknown', message);
    return null;
  }
  if (isChosen && !reading.room.takes(list.choices)) {
    const message = sentence`The choices of all questions together are more than a workbook holds; the question is left out.`;
    reading.report.tell({ sheet: row.sheet, row: row.number }, 'too-many', message);
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
  const place = { sheet: row.sheet, row: row.number, column: columnOf(row, 'type') };
  if (choices.some(({ value }) => value === 'other')) return;
  if (choices.length >= workbookLimits.choices) {
    report.tell(
      place,
      'too-many',
      sentence`A list may have ${workbookLimits.choices} choices: there is no other.`,
    );
    return;
  }
  const languages = new Set(
    choices.flatMap(({ label }) => (typeof label === 'object' ? Object.keys(label) : [])),
  );
  const label =
    languages.size === 0 ? 'Other' : Object.fromEntries([...languages].map((tag) => [tag, 'Other']));
  field.choices = [...choices, { value: 'other', label }];
  const message = sentence`or_other is a choice “other” and a text that asks what it is; both say so in English.`;
  report.tell(place, 'other-added', message);
};
