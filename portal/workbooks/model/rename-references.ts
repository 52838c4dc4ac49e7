import type { LocalText } from '#contract/workbook-definition.ts';
import type { Members } from './draft-tree.ts';

const EXPRESSIONS = [
  'relevant',
  'constraint',
  'calculation',
  'choiceFilter',
  'failWhen',
  'required',
] as const;
const TEXTS = ['label', 'hint', 'constraintMessage'] as const;

/**
 * Updates references to a renamed field: `${Old}` in expressions and texts. Also in quotes, where `jr:choice-name` refers to a
 * field; such text is not expected in literals for people.
 */
export const renameReferences = (members: Members, before: string, after: string): Members => {
  const pattern = new RegExp(`\\$\\{(\\s*)${escaped(before)}(\\s*)\\}`, 'g');
  const inText = (text: string) => text.replace(pattern, (_, left, right) => `\${${left}${after}${right}}`);
  return mapTexts(members, inText);
};

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The members with each expression and text changed; the same object where none did. */
const mapTexts = (members: Members, change: (text: string) => string): Members => {
  const changed: Record<string, unknown> = {};
  const note = (member: string, before: unknown, after: unknown) => {
    if (after !== before) changed[member] = after;
  };
  for (const member of EXPRESSIONS) {
    const text = members[member];
    if (typeof text === 'string') note(member, text, change(text));
  }
  for (const member of TEXTS) {
    const text = members[member];
    if (text !== undefined && text !== null) note(member, text, mapLocalText(text, change));
  }
  const start = members.default;
  if (isCalculation(start)) {
    const calculation = change(start.calculation);
    if (calculation !== start.calculation) changed.default = { calculation };
  }
  return Object.keys(changed).length === 0 ? members : { ...members, ...changed };
};

const mapLocalText = (text: LocalText, change: (text: string) => string): LocalText => {
  if (typeof text === 'string') return change(text);
  const entries = Object.entries(text).map(([tag, each]) => [
    tag,
    typeof each === 'string' ? change(each) : each,
  ]);
  return entries.every(([tag, each]) => text[tag as string] === each) ? text : Object.fromEntries(entries);
};

const isCalculation = (value: unknown): value is { calculation: string } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'calculation') === 'string';
