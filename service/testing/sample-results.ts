import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';

/** A form with a field of each type and with nested repeats. */
export const SAMPLE_FIELDS: Field[] = [
  { name: 'Intro', type: 'note', label: 'Read this first' },
  {
    name: 'Railing',
    type: 'section',
    fields: [
      { name: 'Height', type: 'decimal', label: { en: 'Height in metres', nl: 'Hoogte in meters' } },
      { name: 'Bolts', type: 'integer' },
      { name: 'Name', type: 'text', label: '=Name of ${Height}' },
    ],
  },
  { name: 'Story', type: 'longText' },
  { name: 'Code', type: 'barcode' },
  { name: 'Safe', type: 'boolean' },
  { name: 'Day', type: 'date' },
  { name: 'Hour', type: 'time' },
  { name: 'Seen', type: 'dateTime' },
  {
    name: 'Grade',
    type: 'singleChoice',
    label: 'Grade',
    choices: [{ value: 'g', label: { en: 'Good', nl: 'Goed' } }, { value: 'b' }],
  },
  {
    name: 'Defects',
    type: 'multiChoice',
    choices: [{ value: 'crack', label: { en: 'Crack', nl: 'Scheur' } }, { value: 'rust' }],
  },
  { name: 'Place', type: 'location' },
  { name: 'Photos', type: 'photo' },
  { name: 'Sketch', type: 'file' },
  { name: 'Signature', type: 'signature' },
  { name: 'Twice', type: 'calculated', calculation: '${Height} * 2' },
  { name: 'NextDay', type: 'calculated', calculation: '${Day}' },
  { name: 'Again', type: 'calculated', calculation: '${Grade}' },
  {
    name: 'Spans',
    type: 'repeat',
    label: 'Spans',
    fields: [
      { name: 'Length', type: 'decimal', label: { en: 'Length', nl: 'Lengte' } },
      { name: 'Cracks', type: 'repeat', fields: [{ name: 'Depth', type: 'integer' }] },
    ],
  },
];

const UPLOADS = ['01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d', '01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5e'];

export const SAMPLE_ANSWERS: Answers = {
  Height: -3.25,
  Bolts: 9_007_199_254_740_991,
  Name: 'Straße 🙂, "north"',
  Story: 'One\nTwo',
  Code: '00123',
  Safe: false,
  Day: '2026-03-29',
  Hour: '18:30',
  Seen: '2026-03-29T00:30:15.250Z',
  Grade: 'g',
  Defects: ['crack', 'rust'],
  Place: { latitude: 52.3731, longitude: 4.8926, accuracy: 5 },
  Photos: UPLOADS,
  Sketch: UPLOADS[0]!,
  Signature: UPLOADS[1]!,
  Twice: -6.5,
  NextDay: '2026-03-29',
  Again: 'g',
  Spans: [{ Length: 3, Cracks: [{ Depth: 1 }, { Depth: 4 }] }, { Length: 4.5 }, { Cracks: [{ Depth: 2 }] }],
};
