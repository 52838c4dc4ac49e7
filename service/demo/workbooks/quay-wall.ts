import type { Field } from '#contract/workbook-definition.ts';
import { comment, createChoices, inspectedOn, signature } from './words.ts';

export const quayWallFields: Field[] = [
  inspectedOn,
  {
    name: 'Displacement',
    type: 'decimal',
    label: { en: 'Displacement in millimetres', nl: 'Verplaatsing in millimeters' },
    required: true,
    min: 0,
    max: 120,
    failWhen: '. > 80',
    followUp: { workbook: 'DamageReport', dueInDays: 3 },
  },
  {
    name: 'Class',
    type: 'calculated',
    label: { en: 'Displacement class', nl: 'Verplaatsingsklasse' },
    calculation: "if(${Displacement} <= 20, 'A', if(${Displacement} <= 80, 'B', 'C'))",
  },
  {
    name: 'Signs',
    type: 'multiChoice',
    label: { en: 'Signs of weakness', nl: 'Tekenen van zwakte' },
    choices: createChoices(
      ['Sinkhole', 'Verzakking'],
      ['Bulging', 'Uitbuiking'],
      ['Washed out joints', 'Uitgespoelde voegen'],
      ['Tree roots', 'Boomwortels'],
    ),
  },
  {
    name: 'HoleSize',
    type: 'decimal',
    label: { en: 'Hole size in metres', nl: 'Grootte van het gat in meters' },
    relevant: "selected(${Signs}, 'sinkhole')",
    required: true,
    min: 0,
    max: 20,
  },
  {
    name: 'LoadLimit',
    type: 'boolean',
    label: { en: 'Load limit needed', nl: 'Belasting beperken nodig' },
    relevant: '${Displacement} > 20 or count-selected(${Signs}) >= 2',
    required: true,
  },
  { name: 'Pictures', type: 'photo', label: { en: 'Pictures', nl: 'Foto’s' }, maxCount: 10 },
  comment,
  signature,
];
