import type { Choice, Field } from '#contract/workbook-definition.ts';

/** Creates choices from English and Dutch labels. The value is the English label in lower case. */
export const createChoices = (...labels: [en: string, nl: string][]): Choice[] =>
  labels.map(([en, nl]) => ({ value: en.toLowerCase().replaceAll(' ', '-'), label: { en, nl } }));

export const inspectedOn: Field = {
  name: 'InspectedOn',
  type: 'date',
  label: { en: 'Inspected on', nl: 'Geïnspecteerd op' },
  required: true,
  default: { calculation: 'today()' },
  constraint: '. <= today()',
  constraintMessage: {
    en: 'The date must not be in the future.',
    nl: 'De datum mag niet in de toekomst liggen.',
  },
};

export const comment: Field = { name: 'Remark', type: 'longText', label: { en: 'Comment', nl: 'Opmerking' } };

export const signature: Field = {
  name: 'Signature',
  type: 'signature',
  label: { en: 'Signature of the inspector', nl: 'Handtekening van de inspecteur' },
};
