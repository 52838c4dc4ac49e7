import type { FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';

/** Where a select has its choices from. */
export type ChoiceSource = 'choices' | 'external_choices' | 'elsewhere';

/** What the type of a row says. `told` is what another type here means for the author. */
export type RowType =
  | { is: 'begin'; container: 'section' | 'repeat'; told?: Sentence }
  | { is: 'end'; container: 'section' | 'repeat' }
  | { is: 'question'; type: FieldType; told?: Sentence; special?: Special; bounds?: Bounds }
  | {
      is: 'select';
      type: 'singleChoice' | 'multiChoice';
      list: string;
      source: ChoiceSource;
      hasOther: boolean;
      told?: Sentence;
    }
  | { is: 'lost'; why: Sentence };

/** Questions whose field is not made of their type alone. */
export type Special = 'range' | 'acknowledge' | 'hidden' | 'today' | 'phone number';
type Bounds = { min: number; max: number };

const question = (type: FieldType, more: { told?: Sentence; special?: Special; bounds?: Bounds } = {}) =>
  ({ is: 'question', type, ...more }) as const;
const lost = (why: Sentence) => ({ is: 'lost', why }) as const;

const kept = sentence`Ronda keeps with every inspection who did it, and when it was started and ended.`;
const device = sentence`Ronda does not ask the device about itself.`;
const shape = sentence`Ronda has positions, but no lines and areas.`;
const outside = sentence`Data in files beside the form cannot be read.`;
const recording = sentence`Ronda records nothing unasked.`;
const anyFile = (what: Sentence) => question('file', { told: sentence`${what} is a file of any kind here.` });

/** By the names of the XLSForm specification and those that forms have used before it. */
const questions: Readonly<Record<string, RowType>> = {
  text: question('text'),
  string: question('text'),
  integer: question('integer'),
  int: question('integer'),
  decimal: question('decimal'),
  range: question('integer', { special: 'range' }),
  note: question('note'),
  geopoint: question('location'),
  gps: question('location'),
  location: question('location'),
  date: question('date'),
  time: question('time'),
  datetime: question('dateTime'),
  image: question('photo'),
  photo: question('photo'),
  picture: question('photo'),
  file: question('file'),
  audio: anyFile(sentence`A sound recording`),
  video: anyFile(sentence`A video`),
  barcode: question('barcode'),
  calculate: question('calculated'),
  hidden: question('calculated', { special: 'hidden' }),
  acknowledge: question('boolean', { special: 'acknowledge' }),
  trigger: question('boolean', { special: 'acknowledge' }),
  today: question('calculated', {
    special: 'today',
    told: sentence`The day is worked out anew until the inspection is completed; it is not that of its start.`,
  }),
  percentage: question('integer', { bounds: { min: 0, max: 100 } }),
  numberofdaysinlastmonth: question('integer', { bounds: { min: 0, max: 31 } }),
  numberofdaysinlastsixmonths: question('integer', { bounds: { min: 0, max: 183 } }),
  numberofdaysinlastyear: question('integer', { bounds: { min: 0, max: 365 } }),

  geotrace: lost(shape),
  geoshape: lost(shape),
  osm: lost(shape),
  start: lost(kept),
  starttime: lost(kept),
  end: lost(kept),
  endtime: lost(kept),
  username: lost(kept),
  email: lost(kept),
  phonenumber: lost(device),
  deviceid: lost(device),
  imei: lost(device),
  simserial: lost(device),
  simid: lost(device),
  subscriberid: lost(device),
  audit: lost(sentence`Ronda keeps every answer ever given anyway.`),
  startgeopoint: lost(recording),
  backgroundgeopoint: lost(recording),
  backgroundaudio: lost(recording),
  xmlexternal: lost(outside),
  csvexternal: lost(outside),
};

const containers: Readonly<Record<string, 'section' | 'repeat'>> = {
  group: 'section',
  repeat: 'repeat',
  lgroup: 'repeat',
  'looped group': 'repeat',
};

const FROM_LIST = String.raw`(?:[ _]?(?<from>external|from[ _]file)| using| from)? (?<list>\S+)(?<other> or[ _](?:specify[ _])?other)?$`;
const ranking = sentence`A ranking is a choice of several here, in the order in which they are chosen.`;

/** The selects: how they begin or are, what they become, and what that means where it is another thing. */
const selects: readonly [pattern: RegExp, type: 'singleChoice' | 'multiChoice', told?: Sentence][] = [
  [new RegExp(`^(?:select[ _]?(?:one|1)|add select one prompt)${FROM_LIST}`, 'i'), 'singleChoice'],
  [
    new RegExp(`^(?:select[ _](?:multiple|all that apply)|add select multiple prompt)${FROM_LIST}`, 'i'),
    'multiChoice',
  ],
  [/^rank (?<list>\S+)$/i, 'multiChoice', ranking],
];

const readSelect = (written: string): RowType | undefined => {
  for (const [pattern, type, told] of selects) {
    const { from, list, other } = pattern.exec(written)?.groups ?? {};
    if (list === undefined) continue;
    const isElsewhere =
      /^from/i.test(from ?? '') || list.includes('${') || /\.(csv|xml|geojson)$/i.test(list);
    const source = isElsewhere ? 'elsewhere' : from === undefined ? 'choices' : 'external_choices';
    return {
      is: 'select',
      type,
      list,
      source,
      hasOther: other !== undefined,
      ...(told !== undefined && { told }),
    };
  }
  return undefined;
};

const readContainer = (written: string): RowType | undefined => {
  const [, edge = '', name = '', list] =
    /^(begin|end)[ _](group|repeat|lgroup|looped group|loop)(?: (?:over )?(\S+))?$/i.exec(written) ?? [];
  const container = name.toLowerCase() === 'loop' ? 'section' : containers[name.toLowerCase()];
  if (container === undefined) return undefined;
  if (edge.toLowerCase() === 'end') return { is: 'end', container };
  const told =
    name.toLowerCase() === 'loop'
      ? sentence`A loop over ${list ?? sentence`a list`} is asked once here, and not once for each of its choices.`
      : undefined;
  return { is: 'begin', container, ...(told !== undefined && { told }) };
};

/** What a type means, letter case and the kind of separator ignored; undefined: nothing that XLSForm knows. */
export const readType = (written: string): RowType | undefined => {
  const type = written.trim().replaceAll(/\s+/g, ' ');
  // `phone number` asks for one, `phonenumber` reads that of the device.
  if (/^phone[ _]number$/i.test(type)) return question('text', { special: 'phone number' });
  const bare = type
    .toLowerCase()
    .replace(/^(?:q|get|add) /, '')
    .replace(/^uri:/, '')
    .replace(/ prompt$/, '');
  // A map of OpenStreetMap names its tags.
  const name = bare.replace(/^osm .+/, 'osm').replaceAll(/[ _-]/g, '');
  if (Object.hasOwn(questions, name)) return questions[name];
  return readContainer(type) ?? readSelect(type);
};

/** The names that a mistyped one may have meant. */
export const typeNames: readonly string[] = [
  ...Object.keys(questions),
  'select_one',
  'select_multiple',
  'rank',
  'begin_group',
  'end_group',
  'begin_repeat',
  'end_repeat',
];
