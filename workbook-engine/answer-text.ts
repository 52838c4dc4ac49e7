import { findChoice } from './expressions/choices.ts';
import { type Evaluation, type Frame, textOf, type Value } from './expressions/value.ts';
import type { FormField } from './form.ts';
import { localText } from './local-text.ts';

/** Formats the value of a field. Choices are shown with their labels; photos, files and repeats as an empty string. */
export const answerText = (
  { field, slot, type }: FormField,
  frame: Frame,
  evaluation: Evaluation,
): string => {
  const value = frame.values[slot] ?? null;
  if (value === null || type === undefined) return '';
  const labelOf = (selected: Value) => {
    const label = findChoice(field.choices ? [field.choices] : [], selected as string)?.label;
    return label === undefined ? String(selected) : localText(label, evaluation.language);
  };
  switch (type.base) {
    case 'choices':
      return (value as readonly string[]).map(labelOf).join(', ');
    case 'location': {
      const { latitude, longitude } = value as { latitude: number; longitude: number };
      return `${latitude}, ${longitude}`;
    }
    case 'upload':
    case 'entries':
      return '';
    default:
      return field.choices ? labelOf(value) : textOf(type, value);
  }
};
