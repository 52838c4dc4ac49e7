import type { Field } from '#contract/workbook-definition.ts';
import { comment, createChoices, inspectedOn } from './words.ts';

export const treeFields: Field[] = [
  inspectedOn,
  { name: 'Species', type: 'text', label: { en: 'Species', nl: 'Soort' } },
  {
    name: 'TrunkWidth',
    type: 'integer',
    label: { en: 'Trunk diameter in centimetres', nl: 'Stamdiameter in centimeters' },
    required: true,
    min: 5,
    max: 180,
  },
  {
    name: 'Girth',
    type: 'calculated',
    label: { en: 'Girth in centimetres', nl: 'Omtrek in centimeters' },
    calculation: 'round(${TrunkWidth} * pi())',
  },
  {
    name: 'Vitality',
    type: 'singleChoice',
    label: { en: 'Vitality', nl: 'Vitaliteit' },
    required: true,
    choices: createChoices(
      ['Vigorous', 'Vitaal'],
      ['Reduced', 'Verminderd'],
      ['Poor', 'Slecht'],
      ['Dead', 'Dood'],
    ),
    failWhen: ". = 'dead'",
  },
  {
    name: 'FellBy',
    type: 'date',
    label: { en: 'Fell by', nl: 'Te kappen voor' },
    relevant: "${Vitality} = 'dead'",
    required: true,
    constraint: '. >= ${InspectedOn}',
    constraintMessage: {
      en: 'The date must not be before the inspection date.',
      nl: 'De datum mag niet voor de inspectiedatum liggen.',
    },
  },
  {
    name: 'DeadWood',
    type: 'boolean',
    label: { en: 'Dead wood above the road', nl: 'Dood hout boven de weg' },
    required: true,
    failWhen: '.',
  },
  { name: 'Crown', type: 'photo', label: { en: 'Crown', nl: 'Kroon' }, maxCount: 4 },
  comment,
];
