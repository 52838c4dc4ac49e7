import type { Field } from '#contract/workbook-definition.ts';
import { comment, createChoices, inspectedOn, signature } from './words.ts';

const verdicts = createChoices(
  ['Pass', 'Goedgekeurd'],
  ['Fail', 'Afgekeurd'],
  ['Not applicable', 'Niet van toepassing'],
);

export const playgroundFields: Field[] = [
  inspectedOn,
  {
    name: 'Devices',
    type: 'repeat',
    label: { en: 'Equipment', nl: 'Speeltoestellen' },
    required: true,
    constraint: 'count(.) <= 20',
    fields: [
      {
        name: 'Device',
        type: 'singleChoice',
        label: { en: 'Equipment', nl: 'Speeltoestel' },
        required: true,
        choices: createChoices(['Slide', 'Glijbaan'], ['Swing', 'Schommel'], ['Climbing frame', 'Klimrek']),
      },
      {
        name: 'Stable',
        type: 'singleChoice',
        label: { en: 'Stable', nl: 'Staat stevig' },
        required: true,
        choices: verdicts,
        failWhen: ". = 'fail'",
        followUp: { workbook: 'DamageReport', dueInDays: 2 },
      },
      {
        name: 'FallHeight',
        type: 'decimal',
        label: { en: 'Fall height in metres', nl: 'Valhoogte in meters' },
        relevant: "${Device} != 'swing'",
        min: 0,
        max: 6,
        failWhen: '. > 3',
      },
    ],
  },
  {
    name: 'Highest',
    type: 'calculated',
    label: { en: 'Greatest fall height', nl: 'Grootste valhoogte' },
    calculation: 'max(${FallHeight})',
  },
  {
    name: 'SurfaceSafe',
    type: 'boolean',
    label: { en: 'Impact-absorbing surface', nl: 'De ondergrond dempt een val' },
    required: true,
    failWhen: '. = false()',
  },
  comment,
  signature,
];
