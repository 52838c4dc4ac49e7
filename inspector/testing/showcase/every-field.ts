import type { Field } from '#contract/workbook-definition.ts';

const TOWNS = [
  ...['Almelo', 'Amersfoort', 'Arnhem', 'Breda', 'Delft', 'Deventer', 'Ede', 'Gouda', 'Haarlem', 'Leiden'],
  ...['Utrecht', 'Zwolle', 'Ávila'],
];

/** A workbook with every field type and every field property. */
export const EVERY_FIELD: Field[] = [
  {
    name: 'Start',
    type: 'section',
    label: { en: 'On arrival', nl: 'Bij aankomst' },
    fields: [
      {
        ...{ name: 'Welcome', type: 'note' },
        label: { en: 'Wear a helmet below the deck.', nl: 'Draag een helm onder het dek.' },
      },
      {
        ...{ name: 'Surface', type: 'singleChoice', required: true },
        label: { en: 'Condition of the surface', nl: 'Staat van het oppervlak' },
        hint: { en: 'Look along the whole length.', nl: 'Kijk over de hele lengte.' },
        choices: [
          { value: 'pass', label: { en: 'Pass', nl: 'Goed' } },
          { value: 'fail', label: { en: 'Fail', nl: 'Afgekeurd' } },
          { value: 'na', label: { en: 'N/A', nl: 'N.v.t.' } },
        ],
        failWhen: '. = "fail"',
        followUp: { workbook: 'Repair', dueInDays: 14 },
      },
      {
        ...{ name: 'Height', type: 'decimal', required: true, min: 0, max: 60 },
        label: { en: 'Clear height (m)', nl: 'Doorvaarthoogte (m)' },
      },
      {
        ...{ name: 'Notes', type: 'longText' },
        label: { en: 'Observations', nl: 'Waarnemingen' },
      },
      {
        ...{ name: 'HasWater', type: 'boolean', failWhen: '. = true()' },
        label: { en: 'Is there water on the deck?', nl: 'Staat er water op het dek?' },
      },
      {
        ...{ name: 'Depth', type: 'integer', required: true, relevant: '${HasWater} = true()' },
        label: { en: 'How deep (mm)', nl: 'Hoe diep (mm)' },
        ...{ constraint: '. < 500', constraintMessage: { en: 'Less than 500 mm', nl: 'Minder dan 500 mm' } },
      },
      {
        ...{ name: 'Twice', type: 'calculated', calculation: '${Height} * 2' },
        label: { en: 'Twice the height', nl: 'Tweemaal de hoogte' },
      },
    ],
  },
  {
    name: 'Facts',
    type: 'section',
    label: { en: 'Facts', nl: 'Feiten' },
    fields: [
      { name: 'Inspector', type: 'text', label: { en: 'Accompanied by', nl: 'Begeleid door' } },
      {
        name: 'Day',
        type: 'date',
        label: { en: 'Last painted on', nl: 'Dag van het schilderwerk' },
      },
      { name: 'Time', type: 'time', label: { en: 'Low water', nl: 'Laagwater' } },
      { name: 'Closed', type: 'dateTime', label: { en: 'Closed since', nl: 'Afgesloten sinds' } },
      {
        ...{ name: 'Material', type: 'singleChoice' },
        label: { en: 'Railing material', nl: 'Materiaal van de leuning' },
        choices: ['steel', 'galvanised steel with paint', 'wood', 'concrete', 'glass'].map((value) => ({
          value,
        })),
      },
      {
        ...{ name: 'Town', type: 'singleChoice', label: { en: 'Town', nl: 'Plaats' } },
        choices: TOWNS.map((value) => ({ value })),
      },
      {
        ...{ name: 'Damage', type: 'multiChoice', label: { en: 'Kinds of damage', nl: 'Soorten schade' } },
        choices: ['cracks', 'rust', 'graffiti'].map((value) => ({ value })),
      },
      {
        ...{
          name: 'Neighbours',
          type: 'multiChoice',
          label: { en: 'Towns nearby', nl: 'Plaatsen in de buurt' },
        },
        choices: TOWNS.map((value) => ({ value })),
      },
    ],
  },
  {
    name: 'Evidence',
    type: 'section',
    label: { en: 'Evidence', nl: 'Bewijs' },
    fields: [
      { name: 'Overview', type: 'photo', maxCount: 3, label: { en: 'Overview', nl: 'Overzicht' } },
      { name: 'Place', type: 'location', label: { en: 'Your location', nl: 'Uw locatie' } },
      { name: 'Tag', type: 'barcode', label: { en: 'Code on the plate', nl: 'Code op het bord' } },
      { name: 'Drawing', type: 'file', label: { en: 'Drawing', nl: 'Tekening' } },
      {
        ...{ name: 'Defects', type: 'repeat', label: { en: 'Defect', nl: 'Gebrek' } },
        fields: [
          { name: 'What', type: 'text', required: true, label: { en: 'Description', nl: 'Omschrijving' } },
          {
            ...{ name: 'Severe', type: 'boolean', failWhen: '. = true()' },
            label: { en: 'Is it severe?', nl: 'Is het ernstig?' },
          },
          { name: 'Close', type: 'photo', label: { en: 'Close-up', nl: 'Foto van dichtbij' } },
        ],
      },
      {
        name: 'Signature',
        type: 'signature',
        required: true,
        label: { en: 'Signature', nl: 'Handtekening' },
      },
    ],
  },
];
