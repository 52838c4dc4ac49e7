import type { Field } from '#contract/workbook-definition.ts';

const passOrFail = (name: string, en: string, nl: string): Field => ({
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

const proof = (name: string, about: string): Field => ({
  name,
  type: 'photo',
  label: { en: 'A photo of what is wrong', nl: 'Een foto van wat niet in orde is' },
  maxCount: 3,
  required: `\${${about}} = 'fail'`,
  relevant: `\${${about}} = 'fail'`,
});

/** Templates for new workbooks. Each demonstrates a feature. */
export const templates = {
  checklist: [
    passOrFail('Entrance', 'Is the entrance free?', 'Is de ingang vrij?'),
    proof('EntrancePhoto', 'Entrance'),
    passOrFail('Lighting', 'Does the lighting work?', 'Werkt de verlichting?'),
    proof('LightingPhoto', 'Lighting'),
    { name: 'Remarks', type: 'longText', label: { en: 'Remarks', nl: 'Opmerkingen' } },
    { name: 'Signature', type: 'signature', label: { en: 'Signature', nl: 'Handtekening' }, required: true },
  ],
  measurements: [
    {
      name: 'Measured',
      type: 'date',
      label: { en: 'Day of the measurement', nl: 'Dag van de meting' },
      default: { calculation: 'today()' },
      constraint: '. <= today()',
      constraintMessage: { en: 'That day is still to come.', nl: 'Die dag moet nog komen.' },
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
      label: { en: 'The whole', nl: 'Het geheel' },
      fields: [
        { name: 'Where', type: 'location', label: { en: 'Where are you?', nl: 'Waar bent u?' } },
        {
          name: 'Pictures',
          type: 'photo',
          label: { en: 'Photos of the whole', nl: 'Foto’s van het geheel' },
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
