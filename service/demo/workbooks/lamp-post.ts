import type { Field } from '#contract/workbook-definition.ts';
import { comment, createChoices, inspectedOn } from './words.ts';

export const lampPostFields: Field[] = [
  inspectedOn,
  { name: 'Tag', type: 'barcode', label: { en: 'Tag on the post', nl: 'Label op de mast' } },
  {
    name: 'Burns',
    type: 'boolean',
    label: { en: 'The lamp works', nl: 'De lamp brandt' },
    required: true,
    failWhen: '. = false()',
  },
  {
    name: 'Upright',
    type: 'boolean',
    label: { en: 'Upright', nl: 'Staat recht' },
    required: true,
    failWhen: '. = false()',
  },
  {
    name: 'Tilt',
    type: 'integer',
    label: { en: 'Tilt in degrees', nl: 'Helling in graden' },
    relevant: '${Upright} = false()',
    required: true,
    min: 1,
    max: 90,
  },
  {
    name: 'Damage',
    type: 'multiChoice',
    label: { en: 'Damage', nl: 'Schade' },
    choices: createChoices(
      ['Open hatch', 'Open luikje'],
      ['Broken glass', 'Gebroken glas'],
      ['Stickers', 'Stickers'],
      ['Dent', 'Deuk'],
    ),
    failWhen: "selected(., 'open-hatch')",
    followUp: { workbook: 'DamageReport', dueInDays: 1 },
  },
  comment,
];
