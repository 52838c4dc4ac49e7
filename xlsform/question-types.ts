import type { FieldType } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';

export type ChoiceSource = 'choices' | 'external_choices' | 'other-file';

/** A row's parsed type. `message` tells the author what is different in Ronda. */
export type RowType =
  | { kind: 'begin'; container: 'section' | 'repeat'; message?: Sentence }
  | { kind: 'end'; container: 'section' | 'repeat' }
  | { kind: 'question'; type: FieldType; message?: Sentence; special?: SpecialQuestion; bounds?: Bounds }
  | {
      kind: 'select';
      type: 'singleChoice' | 'multiChoice';
      list: string;
      source: ChoiceSource;
      hasOther: boolean;
      message?: Sentence;
    }
  | { kind: 'unsupported'; reason: Sentence };

export type SpecialQuestion = 'range' | 'acknowledge' | 'hidden' | 'today' | 'phone number';
type Bounds = { min: number; max: number };

const question = (
  type: FieldType,
  options: { message?: Sentence; special?: SpecialQuestion; bounds?: Bounds } = {},
) => ({ kind: 'question', type, ...options }) as const;
const unsupported = (reason: Sentence) => ({ kind: 'unsupported', reason }) as const;

const automatic = sentence`Ronda records the inspector, start and end of every inspection itself.`;
const device = sentence`Ronda does not read device properties.`;
const shape = sentence`Ronda supports locations, but not lines or areas.`;
const outside = sentence`Data in separate files cannot be read.`;
const recording = sentence`Ronda does not record anything in the background.`;
const anyFile = (subject: Sentence) =>
  question('file', { message: sentence`${subject} becomes a file of any kind.` });

/** Types by their names in the XLSForm specification and older forms. */
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
    message: sentence`The date is recalculated until the inspection is completed; it is not the start date.`,
  }),
  percentage: question('integer', { bounds: { min: 0, max: 100 } }),
  numberofdaysinlastmonth: question('integer', { bounds: { min: 0, max: 31 } }),
  numberofdaysinlastsixmonths: question('integer', { bounds: { min: 0, max: 183 } }),
  numberofdaysinlastyear: question('integer', { bounds: { min: 0, max: 365 } }),

  geotrace: unsupported(shape),
  geoshape: unsupported(shape),
  osm: unsupported(shape),
  start: unsupported(automatic),
  starttime: unsupported(automatic),
  end: unsupported(automatic),
  endtime: unsupported(automatic),
  username: unsupported(automatic),
  email: unsupported(automatic),
  phonenumber: unsupported(device),
  deviceid: unsupported(device),
  imei: unsupported(device),
  simserial: unsupported(device),
  simid: unsupported(device),
  subscriberid: unsupported(device),
  audit: unsupported(sentence`Ronda stores every change to an answer itself.`),
  startgeopoint: unsupported(recording),
  backgroundgeopoint: unsupported(recording),
  backgroundaudio: unsupported(recording),
  xmlexternal: unsupported(outside),
  csvexternal: unsupported(outside),
};

const containers: Readonly<Record<string, 'section' | 'repeat'>> = {
  group: 'section',
  repeat: 'repeat',
  lgroup: 'repeat',
  'looped group': 'repeat',
};

const FROM_LIST = String.raw`(?:[ _]?(?<from>external|from[ _]file)| using| from)? (?<list>\S+)(?<other> or[ _](?:specify[ _])?other)?$`;
const ranking = sentence`A ranking becomes a multiple choice, which keeps the order of selection.`;

/** The types of selects: the pattern, the field type, and an explanation if Ronda differs. */
const selects: readonly [pattern: RegExp, type: 'singleChoice' | 'multiChoice', message?: Sentence][] = [
  [new RegExp(`^(?:select[ _]?(?:one|1)|add select one prompt)${FROM_LIST}`, 'i'), 'singleChoice'],
  [
    new RegExp(`^(?:select[ _](?:multiple|all that apply)|add select multiple prompt)${FROM_LIST}`, 'i'),
    'multiChoice',
  ],
  [/^rank (?<list>\S+)$/i, 'multiChoice', ranking],
];

const parseSelect = (text: string): RowType | undefined => {
  for (const [pattern, type, message] of selects) {
    const { from, list, other } = pattern.exec(text)?.groups ?? {};
    if (list === undefined) continue;
    const isInOtherFile =
      /^from/i.test(from ?? '') || list.includes('${') || /\.(csv|xml|geojson)$/i.test(list);
    const source = isInOtherFile ? 'other-file' : from === undefined ? 'choices' : 'external_choices';
    return {
      kind: 'select',
      type,
      list,
      source,
      hasOther: other !== undefined,
      ...(message !== undefined && { message }),
    };
  }
  return undefined;
};

const parseContainer = (text: string): RowType | undefined => {
  const [, edge = '', name = '', list] =
    /^(begin|end)[ _](group|repeat|lgroup|looped group|loop)(?: (?:over )?(\S+))?$/i.exec(text) ?? [];
  const container = name.toLowerCase() === 'loop' ? 'section' : containers[name.toLowerCase()];
  if (container === undefined) return undefined;
  if (edge.toLowerCase() === 'end') return { kind: 'end', container };
  const message =
    name.toLowerCase() === 'loop'
      ? sentence`A loop over ${list ?? sentence`a list`} becomes a section that appears only once, not once for each choice.`
      : undefined;
  return { kind: 'begin', container, ...(message !== undefined && { message }) };
};

/** Parses a type, ignoring case and separators; undefined if it is unknown. */
export const parseType = (text: string): RowType | undefined => {
  const type = text.trim().replaceAll(/\s+/g, ' ');
  // `phone number` is a question, whereas `phonenumber` is the device's own number.
  if (/^phone[ _]number$/i.test(type)) return question('text', { special: 'phone number' });
  const normalized = type
    .toLowerCase()
    .replace(/^(?:q|get|add) /, '')
    .replace(/^uri:/, '')
    .replace(/ prompt$/, '');
  // The type `osm` is followed by tags.
  const name = normalized.replace(/^osm .+/, 'osm').replaceAll(/[ _-]/g, '');
  if (Object.hasOwn(questions, name)) return questions[name];
  return parseContainer(type) ?? parseSelect(type);
};

/** Type names to be used in suggestions. */
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
