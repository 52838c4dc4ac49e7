import { findChoice } from './expressions/choices.ts';
import { type Frame, type Given, textOf, type Value } from './expressions/value.ts';
import type { FormField } from './form.ts';
import { localText } from './local-text.ts';

/** The value of a field for people: choices by their labels, a location by its degrees; nothing of pictures and files. */
export const showAnswer = ({ field, slot, type }: FormField, frame: Frame, given: Given): string => {
  const value = frame.values[slot] ?? null;
  if (value === null || type === undefined) return '';
  const labelOf = (chosen: Value) => {
    const label = findChoice(field.choices ? [field.choices] : [], chosen as string)?.label;
    return label === undefined ? String(chosen) : localText(label, given.language);
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
