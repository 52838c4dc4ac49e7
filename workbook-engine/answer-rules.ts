import type { FieldType } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { type Sentence, sentence, verbatim } from '#sentences/sentence.ts';
import type { Answer } from './answer.ts';
import type { IndexedField } from './index-fields.ts';
import { inUtc, readDay, readInstant, readTime } from './iso-8601.ts';
import { showValue } from './show-value.ts';
import { isStorableText } from './storable-text.ts';

/** What is wrong with a value, as the rest of a sentence that begins with the field's name; undefined is right. */
type Rule = (indexed: IndexedField, value: unknown) => Sentence | undefined;

const mustBe = (what: Sentence, value: unknown) => sentence`must be ${what}, but is ${showValue(value)}`;

const withinBounds = ({ field, min, max }: IndexedField, position: number, value: unknown) => {
  if (position < min) return mustBe(sentence`at least ${field.min!}`, value);
  if (position > max) return mustBe(sentence`at most ${field.max!}`, value);
  return undefined;
};

const text: Rule = ({ maxLength }, value) => {
  if (typeof value !== 'string') return mustBe(sentence`a text`, value);
  // The cheaper length counts some characters double, so only beyond the limit are they counted one by one.
  if (value.length > maxLength) {
    const { length } = [...value];
    if (length > maxLength) return sentence`may have at most ${maxLength} characters, but has ${length}`;
  }
  return isStorableText(value)
    ? undefined
    : sentence`holds a character that no text has: U+0000 or half a surrogate pair`;
};

const whole: Rule = (indexed, value) => {
  if (!Number.isInteger(value)) return mustBe(sentence`a whole number`, value);
  // Beyond, two whole numbers can be one and the same to JavaScript.
  if (!Number.isSafeInteger(value))
    return mustBe(sentence`a whole number of at most 9007199254740991 either way`, value);
  return withinBounds(indexed, value as number, value);
};

const decimal: Rule = (indexed, value) =>
  typeof value === 'number' && Number.isFinite(value)
    ? withinBounds(indexed, value, value)
    : mustBe(sentence`a number`, value);

const boolean: Rule = (_, value) =>
  typeof value === 'boolean' ? undefined : mustBe(sentence`true or false`, value);

const moment =
  (read: (text: string) => number | undefined, what: Sentence): Rule =>
  (indexed, value) => {
    const position = typeof value === 'string' ? read(value) : undefined;
    return position === undefined ? mustBe(what, value) : withinBounds(indexed, position, value);
  };

const CHOICES_SHOWN = 8;

const mustBeChoice = ({ choiceValues }: IndexedField, value: unknown) => {
  const shown = [...choiceValues].slice(0, CHOICES_SHOWN).map(showValue).join(', ');
  return mustBe(sentence`one of ${`${shown}${choiceValues.size > CHOICES_SHOWN ? ', …' : ''}`}`, value);
};

const singleChoice: Rule = (indexed, value) =>
  indexed.choiceValues.has(value as string) ? undefined : mustBeChoice(indexed, value);

const multiChoice: Rule = (indexed, value) => {
  if (!Array.isArray(value)) return mustBe(sentence`a list of choices`, value);
  const seen = new Set<unknown>();
  for (const choice of value) {
    if (!indexed.choiceValues.has(choice))
      return sentence`holds a choice that ${mustBeChoice(indexed, choice)}`;
    if (seen.has(choice)) return sentence`holds the choice ${showValue(choice)} twice`;
    seen.add(choice);
  }
  return undefined;
};

const LOCATION = verbatim('{ latitude, longitude, accuracy?, altitude? }');

const degrees = (name: string, limit: number, value: unknown) =>
  typeof value === 'number' && Math.abs(value) <= limit
    ? undefined
    : sentence`has a ${name} that ${mustBe(sentence`a number of degrees between -${limit} and ${limit}`, value)}`;

const metres = (name: string, least: number, value: unknown) =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= least)
    ? undefined
    : sentence`has an ${name} that ${mustBe(sentence`a number of metres`, value)}`;

const location: Rule = (_, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return mustBe(LOCATION, value);
  const { latitude, longitude, accuracy, altitude, ...others } = value as Record<string, unknown>;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) return sentence`must be ${LOCATION}, but has ${showValue(stranger)}`;
  return (
    degrees('latitude', 90, latitude) ??
    degrees('longitude', 180, longitude) ??
    metres('accuracy', 0, accuracy) ??
    metres('altitude', Number.NEGATIVE_INFINITY, altitude)
  );
};

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UPLOAD = sentence`an upload's id, such as 01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d`;

const upload: Rule = (_, value) =>
  typeof value === 'string' && UPLOAD_ID.test(value) ? undefined : mustBe(UPLOAD, value);

const photo: Rule = (indexed, value) => {
  if (!Array.isArray(value)) return mustBe(sentence`a list of uploads' ids`, value);
  const most = indexed.field.maxCount ?? workbookLimits.photos;
  if (value.length > most) return sentence`may have at most ${most} photos, but has ${value.length}`;
  const seen = new Set<unknown>();
  for (const id of value) {
    const fault = upload(indexed, id);
    if (fault !== undefined) return sentence`holds an id that ${fault}`;
    if (seen.has(id.toLowerCase())) return sentence`holds the photo ${showValue(id)} twice`;
    seen.add(id.toLowerCase());
  }
  return undefined;
};

/** Fields that no value answers, and why. */
export const withoutAnswer = {
  note: sentence`is a note and takes no answer`,
  section: sentence`is a section: its fields are answered by their own names, beside all others`,
  calculated: sentence`is calculated and takes no answer`,
} as const satisfies Partial<Record<FieldType, Sentence>>;

/** A repeat has no rule of its own: its entries are answers again. */
export type RuledType = Exclude<FieldType, keyof typeof withoutAnswer | 'repeat'>;

export const answerRules: Record<RuledType, Rule> = {
  text,
  longText: text,
  barcode: text,
  integer: whole,
  decimal,
  boolean,
  date: moment(readDay, sentence`a calendar day written yyyy-MM-dd`),
  time: moment(readTime, sentence`a time of day written HH:mm or HH:mm:ss`),
  dateTime: moment(readInstant, sentence`a date and time with its zone, such as 2026-03-01T09:30:00Z`),
  singleChoice,
  multiChoice,
  location,
  photo,
  signature: upload,
  file: upload,
};

/** A value that its rule accepts, as it is stored: an instant in UTC, ids of uploads in lower case. */
export const asStored = (type: RuledType, value: unknown): Answer => {
  switch (type) {
    case 'dateTime':
      return inUtc(value as string);
    case 'signature':
    case 'file':
      return (value as string).toLowerCase();
    case 'photo':
      return (value as string[]).map((id) => id.toLowerCase());
    default:
      return value as Answer;
  }
};
