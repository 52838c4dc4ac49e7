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
 * Updates the references to a renamed field, `${Old}`, in expressions and texts. Includes those in quotes, because
 * `jr:choice-name` refers to a field by a quoted name.
 */
export const renameReferences = (members: Members, oldName: string, newName: string): Members => {
  const pattern = new RegExp(`\\$\\{(\\s*)${escapeRegExp(oldName)}(\\s*)\\}`, 'g');
  const replace = (text: string) =>
    text.replace(pattern, (_, left, right) => `\${${left}${newName}${right}}`);
  return mapTexts(members, replace);
};

const escapeRegExp = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Applies a change to all expressions and texts. Returns the same object if nothing has changed. */
const mapTexts = (members: Members, change: (text: string) => string): Members => {
  const changed: Record<string, unknown> = {};
  const set = (member: string, before: unknown, after: unknown) => {
    if (after !== before) changed[member] = after;
  };
  for (const member of EXPRESSIONS) {
    const text = members[member];
    if (typeof text === 'string') set(member, text, change(text));
  }
  for (const member of TEXTS) {
    const text = members[member];
    if (text !== undefined && text !== null) set(member, text, mapLocalText(text, change));
  }
  const defaultValue = members.default;
  if (isCalculation(defaultValue)) {
    const calculation = change(defaultValue.calculation);
    if (calculation !== defaultValue.calculation) changed.default = { calculation };
  }
  return Object.keys(changed).length === 0 ? members : { ...members, ...changed };
};

const mapLocalText = (text: LocalText, change: (text: string) => string): LocalText => {
  if (typeof text === 'string') return change(text);
  const entries = Object.entries(text).map(([tag, value]) => [
    tag,
    typeof value === 'string' ? change(value) : value,
  ]);
  return entries.every(([tag, value]) => text[tag as string] === value) ? text : Object.fromEntries(entries);
};

const isCalculation = (value: unknown): value is { calculation: string } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'calculation') === 'string';
