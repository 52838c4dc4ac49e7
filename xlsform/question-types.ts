import type { FieldType } from '#contract/workbook-definition.ts';
import { type Message, msg } from '#i18n/message.ts';

export type ChoiceSource = 'choices' | 'external_choices' | 'other-file';

/** `message` tells the form's author what Ronda does differently. */
export type RowType =
  | { kind: 'begin'; container: 'section' | 'repeat'; message?: Message }
  | { kind: 'end'; container: 'section' | 'repeat' }
  | { kind: 'question'; type: FieldType; message?: Message; specialType?: SpecialType; bounds?: Bounds }
  | {
      kind: 'select';
      type: 'singleChoice' | 'multiChoice';
      list: string;
      source: ChoiceSource;
      hasOther: boolean;
      message?: Message;
    }
  | { kind: 'unsupported'; reason: Message };

export type SpecialType = 'range' | 'acknowledge' | 'hidden' | 'today' | 'phone number';
type Bounds = { min: number; max: number };

const question = (
  type: FieldType,
  options: { message?: Message; specialType?: SpecialType; bounds?: Bounds } = {},
) => ({ kind: 'question', type, ...options }) as const;
const unsupported = (reason: Message) => ({ kind: 'unsupported', reason }) as const;

const RECORDED_AUTOMATICALLY = msg`Ronda records the inspector, start and end of every inspection itself.`;
const DEVICE_PROPERTY = msg`Ronda does not read device properties.`;
const LINE_OR_AREA = msg`Ronda supports locations, but not lines or areas.`;
const SEPARATE_FILE = msg`Data in separate files cannot be read.`;
const BACKGROUND_RECORDING = msg`Ronda does not record anything in the background.`;
const anyFile = (subject: Message) =>
  question('file', { message: msg`${subject} becomes a file of any kind.` });

/** Includes the names in older forms. */
const questions: Readonly<Record<string, RowType>> = {
  text: question('text'),
  string: question('text'),
  integer: question('integer'),
  int: question('integer'),
  decimal: question('decimal'),
  range: question('integer', { specialType: 'range' }),
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
  audio: anyFile(msg`A sound recording`),
  video: anyFile(msg`A video`),
  barcode: question('barcode'),
  calculate: question('calculated'),
  hidden: question('calculated', { specialType: 'hidden' }),
  acknowledge: question('boolean', { specialType: 'acknowledge' }),
  trigger: question('boolean', { specialType: 'acknowledge' }),
  today: question('calculated', {
    specialType: 'today',
    message: msg`The date is recalculated until the inspection is completed; it is not the start date.`,
  }),
  percentage: question('integer', { bounds: { min: 0, max: 100 } }),
  numberofdaysinlastmonth: question('integer', { bounds: { min: 0, max: 31 } }),
  numberofdaysinlastsixmonths: question('integer', { bounds: { min: 0, max: 183 } }),
  numberofdaysinlastyear: question('integer', { bounds: { min: 0, max: 365 } }),

  geotrace: unsupported(LINE_OR_AREA),
  geoshape: unsupported(LINE_OR_AREA),
  osm: unsupported(LINE_OR_AREA),
  start: unsupported(RECORDED_AUTOMATICALLY),
  starttime: unsupported(RECORDED_AUTOMATICALLY),
  end: unsupported(RECORDED_AUTOMATICALLY),
  endtime: unsupported(RECORDED_AUTOMATICALLY),
  username: unsupported(RECORDED_AUTOMATICALLY),
  email: unsupported(RECORDED_AUTOMATICALLY),
  phonenumber: unsupported(DEVICE_PROPERTY),
  deviceid: unsupported(DEVICE_PROPERTY),
  imei: unsupported(DEVICE_PROPERTY),
  simserial: unsupported(DEVICE_PROPERTY),
  simid: unsupported(DEVICE_PROPERTY),
  subscriberid: unsupported(DEVICE_PROPERTY),
  audit: unsupported(msg`Ronda stores every change to an answer itself.`),
  startgeopoint: unsupported(BACKGROUND_RECORDING),
  backgroundgeopoint: unsupported(BACKGROUND_RECORDING),
  backgroundaudio: unsupported(BACKGROUND_RECORDING),
  xmlexternal: unsupported(SEPARATE_FILE),
  csvexternal: unsupported(SEPARATE_FILE),
};

const containers: Readonly<Record<string, 'section' | 'repeat'>> = {
  group: 'section',
  repeat: 'repeat',
  lgroup: 'repeat',
  'looped group': 'repeat',
};

const FROM_LIST = String.raw`(?:[ _]?(?<from>external|from[ _]file)| using| from)? (?<list>\S+)(?<other> or[ _](?:specify[ _])?other)?$`;
const RANKING_MESSAGE = msg`A ranking becomes a multiple choice, which keeps the order of selection.`;

const selects: readonly [pattern: RegExp, type: 'singleChoice' | 'multiChoice', message?: Message][] = [
  [new RegExp(`^(?:select[ _]?(?:one|1)|add select one prompt)${FROM_LIST}`, 'i'), 'singleChoice'],
  [
    new RegExp(`^(?:select[ _](?:multiple|all that apply)|add select multiple prompt)${FROM_LIST}`, 'i'),
    'multiChoice',
  ],
  [/^rank (?<list>\S+)$/i, 'multiChoice', RANKING_MESSAGE],
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
  const [, beginOrEnd = '', name = '', list] =
    /^(begin|end)[ _](group|repeat|lgroup|looped group|loop)(?: (?:over )?(\S+))?$/i.exec(text) ?? [];
  const container = name.toLowerCase() === 'loop' ? 'section' : containers[name.toLowerCase()];
  if (container === undefined) return undefined;
  if (beginOrEnd.toLowerCase() === 'end') return { kind: 'end', container };
  const message =
    name.toLowerCase() === 'loop'
      ? msg`A loop over ${list ?? msg`a list`} becomes a section that appears only once, not once for each choice.`
      : undefined;
  return { kind: 'begin', container, ...(message !== undefined && { message }) };
};

/** Ignores case and separators. Returns undefined if the type is unknown. */
export const parseType = (text: string): RowType | undefined => {
  const type = text.trim().replaceAll(/\s+/g, ' ');
  // `phone number` is a question, whereas `phonenumber` is the device's own number.
  if (/^phone[ _]number$/i.test(type)) return question('text', { specialType: 'phone number' });
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
