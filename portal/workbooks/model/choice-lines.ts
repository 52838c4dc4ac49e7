import type { Choice } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/**
 * Parses pasted choices, one per line: the value and, after a tab, the label, as spreadsheets copy them.
 */
export const readChoiceLines = (text: string): Choice[] => {
  const choices = new Map<string, Choice>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [value = '', label = ''] = line.split('\t').map((cell) => cell.trim());
    const shortened = value.slice(0, workbookLimits.choiceValue);
    if (shortened === '' || choices.has(shortened)) continue;
    const text = (label === '' && shortened !== value ? value : label).slice(0, workbookLimits.label);
    choices.set(shortened, text === '' ? { value: shortened } : { value: shortened, label: text });
  }
  return [...choices.values()].slice(0, workbookLimits.choices);
};

/** Appends choices. An existing value only gets the new label. */
export const addChoices = (before: readonly Choice[], added: readonly Choice[]): Choice[] => {
  const byValue = new Map(before.map((choice) => [choice.value, choice]));
  for (const choice of added) byValue.set(choice.value, { ...byValue.get(choice.value), ...choice });
  return [...byValue.values()].slice(0, workbookLimits.choices);
};
