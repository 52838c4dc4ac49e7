import type { Field } from '#contract/workbook-definition.ts';
import { choices, inspectedOn, remark } from './words.ts';

export const treeFields: Field[] = [
  inspectedOn,
  { name: 'Species', type: 'text', label: { en: 'Species', nl: 'Soort' } },
  {
    name: 'TrunkWidth',
    type: 'integer',
    label: { en: 'Trunk in centimetres', nl: 'Stam in centimeters' },
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
    choices: choices(['Vigorous', 'Vitaal'], ['Reduced', 'Verminderd'], ['Poor', 'Slecht'], ['Dead', 'Dood']),
    failWhen: ". = 'dead'",
  },
  {
    name: 'FellBy',
    type: 'date',
    label: { en: 'To be felled by', nl: 'Te kappen voor' },
    relevant: "${Vitality} = 'dead'",
    required: true,
    constraint: '. >= ${InspectedOn}',
    constraintMessage: { en: 'Not before today.', nl: 'Niet voor vandaag.' },
  },
  {
    name: 'DeadWood',
    type: 'boolean',
    label: { en: 'Dead wood above the road', nl: 'Dood hout boven de weg' },
    required: true,
    failWhen: '.',
  },
  { name: 'Crown', type: 'photo', label: { en: 'The crown', nl: 'De kroon' }, maxCount: 4 },
  remark,
];
