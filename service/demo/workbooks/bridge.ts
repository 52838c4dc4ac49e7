import type { Field } from '#contract/workbook-definition.ts';
import { comment, createChoices, inspectedOn, signature } from './words.ts';

const condition: Field = {
  name: 'Condition',
  type: 'singleChoice',
  label: { en: 'Overall condition', nl: 'Algehele conditie' },
  required: true,
  choices: createChoices(['Good', 'Goed'], ['Fair', 'Redelijk'], ['Poor', 'Matig'], ['Bad', 'Slecht']),
};

/** The first version, from before the parts of the bridge were added. */
export const earlierBridgeFields: Field[] = [inspectedOn, condition, comment];

/** A form that uses almost every workbook feature. */
export const bridgeFields: Field[] = [
  inspectedOn,
  { name: 'BuiltIn', type: 'integer', label: { en: 'Built in', nl: 'Bouwjaar' }, min: 1500, max: 2030 },
  {
    name: 'Age',
    type: 'calculated',
    label: { en: 'Age in years', nl: 'Leeftijd in jaren' },
    calculation: "number(format-date(today(), '%Y')) - ${BuiltIn}",
  },
  {
    ...condition,
    failWhen: ". = 'bad'",
    followUp: { workbook: 'DamageReport', dueInDays: 7 },
  },
  {
    name: 'Why',
    type: 'longText',
    label: { en: 'What is the cause?', nl: 'Wat is de oorzaak?' },
    relevant: "${Condition} = 'poor' or ${Condition} = 'bad'",
    required: true,
  },
  {
    name: 'Railing',
    type: 'section',
    label: { en: 'Railing', nl: 'Leuning' },
    fields: [
      {
        name: 'RailingHeight',
        type: 'decimal',
        label: { en: 'Height in metres', nl: 'Hoogte in meters' },
        hint: { en: 'At its lowest point, above the deck', nl: 'Op het laagste punt, vanaf het dek' },
        required: true,
        min: 0,
        max: 3,
        failWhen: '. < 0.9',
      },
      {
        name: 'RailingFixed',
        type: 'boolean',
        label: { en: 'Firmly fixed', nl: 'Zit vast' },
        required: true,
        failWhen: '. = false()',
        followUp: { workbook: 'DamageReport', dueInDays: 2 },
      },
      {
        name: 'CloseIt',
        type: 'note',
        label: {
          en: 'Close the footway: the railing of ${RailingHeight} m is loose.',
          nl: 'Sluit het voetpad af: de leuning van ${RailingHeight} m zit los.',
        },
        relevant: '${RailingFixed} = false()',
      },
    ],
  },
  {
    name: 'Defects',
    type: 'repeat',
    label: { en: 'Defects', nl: 'Gebreken' },
    fields: [
      {
        name: 'Kind',
        type: 'singleChoice',
        label: { en: 'Kind', nl: 'Soort' },
        required: true,
        choices: createChoices(
          ['Crack', 'Scheur'],
          ['Rust', 'Roest'],
          ['Loose stone', 'Losse steen'],
          ['Missing bolt', 'Ontbrekende bout'],
        ),
      },
      {
        name: 'Extent',
        type: 'singleChoice',
        label: { en: 'Extent', nl: 'Omvang' },
        choices: [
          { value: 'hairline', label: { en: 'Hairline', nl: 'Haarscheur' }, attributes: { kind: 'crack' } },
          { value: 'open', label: { en: 'Open', nl: 'Open' }, attributes: { kind: 'crack' } },
          {
            value: 'surface',
            label: { en: 'On the surface', nl: 'Oppervlakkig' },
            attributes: { kind: 'rust' },
          },
          { value: 'deep', label: { en: 'Deep', nl: 'Diep' }, attributes: { kind: 'rust' } },
        ],
        choiceFilter: 'kind = ${Kind}',
        relevant: "${Kind} = 'crack' or ${Kind} = 'rust'",
      },
      {
        name: 'Width',
        type: 'decimal',
        label: { en: 'Width in millimetres', nl: 'Breedte in millimeters' },
        relevant: "${Kind} = 'crack'",
        min: 0,
        max: 50,
        failWhen: '. > 5',
      },
      { name: 'DefectPhoto', type: 'photo', label: { en: 'Photo', nl: 'Foto' }, maxCount: 3 },
    ],
  },
  {
    name: 'DefectCount',
    type: 'calculated',
    label: { en: 'Number of defects', nl: 'Aantal gebreken' },
    calculation: 'count(${Defects})',
  },
  {
    name: 'Overview',
    type: 'photo',
    label: { en: 'Overview of the bridge', nl: 'Overzicht van de brug' },
    maxCount: 5,
  },
  { name: 'Spot', type: 'location', label: { en: 'Your location', nl: 'Uw locatie' } },
  comment,
  signature,
];

/** The next version, not yet published. */
export const nextBridgeFields: Field[] = [
  ...bridgeFields,
  {
    name: 'Nests',
    type: 'boolean',
    label: { en: 'Birds nesting under the deck', nl: 'Vogels nestelen onder het dek' },
  },
];
