import type { Choice } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/**
 * Choices as they are pasted: a line each, the value and, after a tab as spreadsheets copy it, the label. A value that
 * is there already keeps what it has; its label is taken.
 */
export const readChoiceLines = (text: string): Choice[] => {
  const choices = new Map<string, Choice>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [value = '', label = ''] = line.split('\t').map((cell) => cell.trim());
    const kept = value.slice(0, workbookLimits.choiceValue);
    if (kept === '' || choices.has(kept)) continue;
    const said = (label === '' && kept !== value ? value : label).slice(0, workbookLimits.label);
    choices.set(kept, said === '' ? { value: kept } : { value: kept, label: said });
  }
  return [...choices.values()].slice(0, workbookLimits.choices);
};

/** Adds choices behind those that are there. */
export const addChoices = (before: readonly Choice[], added: readonly Choice[]): Choice[] => {
  const byValue = new Map(before.map((choice) => [choice.value, choice]));
  for (const choice of added) byValue.set(choice.value, { ...byValue.get(choice.value), ...choice });
  return [...byValue.values()].slice(0, workbookLimits.choices);
};
