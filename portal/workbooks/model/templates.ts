import type { Field } from '#contract/workbook-definition.ts';

const createPassOrFail = (name: string, en: string, nl: string): Field => ({
  name,
  type: 'singleChoice',
  label: { en, nl },
  required: true,
  choices: [
    { value: 'pass', label: { en: 'In order', nl: 'In orde' } },
    { value: 'fail', label: { en: 'Not in order', nl: 'Niet in orde' } },
    { value: 'na', label: { en: 'Not applicable', nl: 'Niet van toepassing' } },
  ],
  failWhen: ". = 'fail'",
});

const createDefectPhoto = (name: string, question: string): Field => ({
  name,
  type: 'photo',
  label: { en: 'Photo of the defect', nl: 'Foto van het gebrek' },
  maxCount: 3,
  required: `\${${question}} = 'fail'`,
  relevant: `\${${question}} = 'fail'`,
});

/** Templates for new workbooks, which double as examples of the features. */
export const templates = {
  checklist: [
    createPassOrFail('Entrance', 'Is the entrance clear?', 'Is de ingang vrij?'),
    createDefectPhoto('EntrancePhoto', 'Entrance'),
    createPassOrFail('Lighting', 'Does the lighting work?', 'Werkt de verlichting?'),
    createDefectPhoto('LightingPhoto', 'Lighting'),
    { name: 'Remarks', type: 'longText', label: { en: 'Remarks', nl: 'Opmerkingen' } },
    { name: 'Signature', type: 'signature', label: { en: 'Signature', nl: 'Handtekening' }, required: true },
  ],
  measurements: [
    {
      name: 'Measured',
      type: 'date',
      label: { en: 'Date of the measurement', nl: 'Datum van de meting' },
      default: { calculation: 'today()' },
      constraint: '. <= today()',
      constraintMessage: { en: 'The date is in the future.', nl: 'De datum ligt in de toekomst.' },
    },
    {
      name: 'Points',
      type: 'repeat',
      label: { en: 'Points', nl: 'Meetpunten' },
      required: true,
      fields: [
        { name: 'Place', type: 'text', label: { en: 'Where?', nl: 'Waar?' }, required: true },
        {
          name: 'Millimetres',
          type: 'decimal',
          label: { en: 'Measured, in mm', nl: 'Gemeten, in mm' },
          required: true,
          min: 0,
          max: 1000,
          failWhen: '. > 40',
        },
      ],
    },
    {
      name: 'Largest',
      type: 'calculated',
      label: { en: 'Largest value', nl: 'Grootste waarde' },
      calculation: 'max(${Millimetres})',
    },
    {
      name: 'TooMuch',
      type: 'note',
      label: {
        en: '${Largest} mm is more than the 40 mm that are allowed.',
        nl: '${Largest} mm is meer dan de 40 mm die zijn toegestaan.',
      },
      relevant: '${Largest} > 40',
    },
  ],
  condition: [
    {
      name: 'Overview',
      type: 'section',
      label: { en: 'Overview', nl: 'Overzicht' },
      fields: [
        { name: 'Where', type: 'location', label: { en: 'Where are you?', nl: 'Waar bent u?' } },
        {
          name: 'Pictures',
          type: 'photo',
          label: { en: 'Overview photos', nl: 'Overzichtsfoto’s' },
        },
        {
          name: 'Grade',
          type: 'singleChoice',
          label: { en: 'Condition, 1 is best', nl: 'Conditie, 1 is het best' },
          required: true,
          choices: ['1', '2', '3', '4', '5', '6'].map((value) => ({ value })),
          failWhen: '. >= 5',
        },
      ],
    },
    {
      name: 'Defects',
      type: 'repeat',
      label: { en: 'Defects', nl: 'Gebreken' },
      relevant: '${Grade} > 1',
      fields: [
        { name: 'Defect', type: 'text', label: { en: 'What is it?', nl: 'Wat is het?' }, required: true },
        { name: 'DefectPhoto', type: 'photo', label: { en: 'Photo', nl: 'Foto' }, maxCount: 2 },
        { name: 'Urgent', type: 'boolean', label: { en: 'Is it urgent?', nl: 'Is het dringend?' } },
      ],
    },
  ],
} satisfies Record<string, Field[]>;
