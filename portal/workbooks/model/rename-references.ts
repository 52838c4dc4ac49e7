import type { LocalizedText } from '#contract/workbook-definition.ts';
import type { Properties } from './draft-tree.ts';

const EXPRESSION_PROPERTIES = [
  'relevant',
  'constraint',
  'calculation',
  'choiceFilter',
  'failWhen',
  'required',
] as const;
const TEXT_PROPERTIES = ['label', 'hint', 'constraintMessage'] as const;

/** Renames references to a field, including quoted ones, because `jr:choice-name` takes a quoted field name. */
export const renameReferences = (properties: Properties, oldName: string, newName: string): Properties => {
  const pattern = new RegExp(`\\$\\{(\\s*)${escapeRegExp(oldName)}(\\s*)\\}`, 'g');
  const replace = (text: string) =>
    text.replace(pattern, (_, left, right) => `\${${left}${newName}${right}}`);
  return mapTexts(properties, replace);
};

const escapeRegExp = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the same object if nothing changes. */
const mapTexts = (properties: Properties, change: (text: string) => string): Properties => {
  const changedProperties: Record<string, unknown> = {};
  const setIfChanged = (property: string, oldText: unknown, newText: unknown) => {
    if (newText !== oldText) changedProperties[property] = newText;
  };
  for (const property of EXPRESSION_PROPERTIES) {
    const text = properties[property];
    if (typeof text === 'string') setIfChanged(property, text, change(text));
  }
  for (const property of TEXT_PROPERTIES) {
    const text = properties[property];
    if (text !== undefined && text !== null) setIfChanged(property, text, mapLocalText(text, change));
  }
  const defaultValue = properties.default;
  if (isCalculation(defaultValue)) {
    const calculation = change(defaultValue.calculation);
    if (calculation !== defaultValue.calculation) changedProperties.default = { calculation };
  }
  return Object.keys(changedProperties).length === 0 ? properties : { ...properties, ...changedProperties };
};

const mapLocalText = (text: LocalizedText, change: (text: string) => string): LocalizedText => {
  if (typeof text === 'string') return change(text);
  const entries = Object.entries(text).map(([tag, value]) => [
    tag,
    typeof value === 'string' ? change(value) : value,
  ]);
  return entries.every(([tag, value]) => text[tag as string] === value) ? text : Object.fromEntries(entries);
};

const isCalculation = (value: unknown): value is { calculation: string } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'calculation') === 'string';
