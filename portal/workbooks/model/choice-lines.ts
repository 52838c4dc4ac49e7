import type { Choice } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** Parses one choice per line, with a tab between value and label, as in text copied from a spreadsheet. */
export const parseChoiceLines = (text: string): Choice[] => {
  const choices = new Map<string, Choice>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [value = '', label = ''] = line.split('\t').map((cell) => cell.trim());
    const shortValue = value.slice(0, workbookLimits.choiceValue);
    if (shortValue === '' || choices.has(shortValue)) continue;
    const shortLabel = (label === '' && shortValue !== value ? value : label).slice(0, workbookLimits.label);
    choices.set(
      shortValue,
      shortLabel === '' ? { value: shortValue } : { value: shortValue, label: shortLabel },
    );
  }
  return [...choices.values()].slice(0, workbookLimits.choices);
};

/** Appends choices. If a value already exists, its choice gets the new label instead. */
export const addChoices = (choices: readonly Choice[], newChoices: readonly Choice[]): Choice[] => {
  const choicesByValue = new Map(choices.map((choice) => [choice.value, choice]));
  for (const choice of newChoices)
    choicesByValue.set(choice.value, { ...choicesByValue.get(choice.value), ...choice });
  return [...choicesByValue.values()].slice(0, workbookLimits.choices);
};
