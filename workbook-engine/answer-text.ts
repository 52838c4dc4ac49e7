import { findChoice } from './expressions/choices.ts';
import { type Evaluation, type Frame, formatValue, type Value } from './expressions/value.ts';
import type { FormField } from './form.ts';
import { pickTranslation } from './local-text.ts';

/** Formats a field's value. Choices are shown by their labels. Photos, files and repeats become an empty string. */
export const formatAnswerText = (
  { field, slot, type }: FormField,
  frame: Frame,
  evaluation: Evaluation,
): string => {
  const value = frame.values[slot] ?? null;
  if (value === null || type === undefined) return '';
  const formatLabel = (choiceValue: Value) => {
    const label = findChoice(field.choices ? [field.choices] : [], choiceValue as string)?.label;
    return label === undefined ? String(choiceValue) : pickTranslation(label, evaluation.language);
  };
  switch (type.base) {
    case 'choices':
      return (value as readonly string[]).map(formatLabel).join(', ');
    case 'location': {
      const { latitude, longitude } = value as { latitude: number; longitude: number };
      return `${latitude}, ${longitude}`;
    }
    case 'upload':
    case 'repeat':
      return '';
    default:
      return field.choices ? formatLabel(value) : formatValue(type, value);
  }
};
