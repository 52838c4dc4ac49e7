import { findChoice } from './expressions/choices.ts';
import { type Frame, type Given, textOf, type Value } from './expressions/value.ts';
import type { FormField } from './form.ts';
import { localText } from './local-text.ts';

/** The value of a field for display: labels of choices, the coordinates of a location, and an empty text for files. */
export const showAnswer = ({ field, slot, type }: FormField, frame: Frame, given: Given): string => {
  const value = frame.values[slot] ?? null;
  if (value === null || type === undefined) return '';
  const labelOf = (selected: Value) => {
    const label = findChoice(field.choices ? [field.choices] : [], selected as string)?.label;
    return label === undefined ? String(selected) : localText(label, given.language);
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
