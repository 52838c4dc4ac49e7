import { findChoice } from './expressions/choices.ts';
import { type Evaluation, type Frame, formatValue, type Value } from './expressions/value.ts';
import type { FormField } from './form.ts';
import { getLocalText } from './local-text.ts';

/** Formats a field's value. Choices are shown by their labels, and photos, files and repeats as an empty string. */
export const formatAnswerText = (
  { field, slot, type }: FormField,
  frame: Frame,
  evaluation: Evaluation,
): string => {
  const value = frame.values[slot] ?? null;
  if (value === null || type === undefined) return '';
  const formatLabel = (selected: Value) => {
    const label = findChoice(field.choices ? [field.choices] : [], selected as string)?.label;
    return label === undefined ? String(selected) : getLocalText(label, evaluation.language);
  };
  switch (type.base) {
    case 'choices':
      return (value as readonly string[]).map(formatLabel).join(', ');
    case 'location': {
      const { latitude, longitude } = value as { latitude: number; longitude: number };
      return `${latitude}, ${longitude}`;
    }
    case 'upload':
    case 'entries':
      return '';
    default:
      return field.choices ? formatLabel(value) : formatValue(type, value);
  }
};
