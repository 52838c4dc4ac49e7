import type { Choice, Field } from '#contract/workbook-definition.ts';

/** Choices by their English and Dutch labels; the value is the English one in small letters. */
export const choices = (...labels: [en: string, nl: string][]): Choice[] =>
  labels.map(([en, nl]) => ({ value: en.toLowerCase().replaceAll(' ', '-'), label: { en, nl } }));

export const inspectedOn: Field = {
  name: 'InspectedOn',
  type: 'date',
  label: { en: 'Inspected on', nl: 'Geïnspecteerd op' },
  required: true,
  default: { calculation: 'today()' },
  constraint: '. <= today()',
  constraintMessage: {
    en: 'It cannot be inspected tomorrow.',
    nl: 'Morgen kan nog niet geïnspecteerd zijn.',
  },
};

export const remark: Field = { name: 'Remark', type: 'longText', label: { en: 'Remark', nl: 'Opmerking' } };

export const signature: Field = {
  name: 'Signature',
  type: 'signature',
  label: { en: 'Signature of the inspector', nl: 'Handtekening van de inspecteur' },
};
