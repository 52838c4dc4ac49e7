import type { FieldType } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { joined, type Sentence, sentence, verbatim } from '#i18n/sentence.ts';
import { showValue } from '#i18n/show-value.ts';
import type { Answer } from './answer.ts';
import type { IndexedField } from './index-fields.ts';
import { inUtc, readDay, readInstant, readTime } from './iso-8601.ts';
import { isStorableText } from './storable-text.ts';

/** Returns the error in a value, as the rest of a sentence that starts with the name of the field; undefined if it is valid. */
type Rule = (indexed: IndexedField, value: unknown) => Sentence | undefined;

const requireValid = (what: Sentence, value: unknown) =>
  sentence`must be ${what}, but is ${showValue(value)}`;

const withinBounds = ({ field, min, max }: IndexedField, position: number, value: unknown) => {
  if (position < min) return requireValid(sentence`at least ${field.min!}`, value);
  if (position > max) return requireValid(sentence`at most ${field.max!}`, value);
  return undefined;
};

const text: Rule = ({ maxLength }, value) => {
  if (typeof value !== 'string') return requireValid(sentence`a text`, value);
  // `length` is cheaper, but counts some characters twice. Characters are counted one by one only if it exceeds the limit.
  if (value.length > maxLength) {
    const length = countCharacters(value);
    if (length > maxLength) return sentence`may have at most ${maxLength} characters, but has ${length}`;
  }
  return isStorableText(value)
    ? undefined
    : sentence`contains an invalid character: U+0000 or half of a surrogate pair`;
};

const whole: Rule = (indexed, value) => {
  if (!Number.isInteger(value)) return requireValid(sentence`a whole number`, value);
  // Beyond this range JavaScript cannot distinguish all whole numbers.
  if (!Number.isSafeInteger(value))
    return requireValid(sentence`a whole number between -9007199254740991 and 9007199254740991`, value);
  return withinBounds(indexed, value as number, value);
};

const decimal: Rule = (indexed, value) =>
  typeof value === 'number' && Number.isFinite(value)
    ? withinBounds(indexed, value, value)
    : requireValid(sentence`a number`, value);

const boolean: Rule = (_, value) =>
  typeof value === 'boolean' ? undefined : requireValid(sentence`true or false`, value);

const moment =
  (read: (text: string) => number | undefined, what: Sentence): Rule =>
  (indexed, value) => {
    const position = typeof value === 'string' ? read(value) : undefined;
    return position === undefined ? requireValid(what, value) : withinBounds(indexed, position, value);
  };

const CHOICES_SHOWN = 8;

const oneOfItsChoices = ({ choiceValues }: IndexedField) => {
  const shown = [...choiceValues].slice(0, CHOICES_SHOWN).map(showValue);
  return sentence`one of ${joined(choiceValues.size > CHOICES_SHOWN ? [...shown, '…'] : shown, ', ')}`;
};

const singleChoice: Rule = (indexed, value) =>
  indexed.choiceValues.has(value as string) ? undefined : requireValid(oneOfItsChoices(indexed), value);

const rejectItem = (item: unknown, wanted: Sentence) =>
  sentence`contains ${showValue(item)}, which is not ${wanted}`;

const multiChoice: Rule = (indexed, value) => {
  if (!Array.isArray(value)) return requireValid(sentence`a list of choices`, value);
  const seen = new Set<unknown>();
  for (const choice of value) {
    if (!indexed.choiceValues.has(choice)) return rejectItem(choice, oneOfItsChoices(indexed));
    if (seen.has(choice)) return sentence`contains the choice ${showValue(choice)} twice`;
    seen.add(choice);
  }
  return undefined;
};

const LOCATION = verbatim('{ latitude, longitude, accuracy?, altitude? }');

const rejectMember = (name: string, wanted: Sentence, value: unknown) =>
  sentence`needs ${wanted} as ${name}, but has ${showValue(value)}`;

const degrees = (name: string, limit: number, value: unknown) =>
  typeof value === 'number' && Math.abs(value) <= limit
    ? undefined
    : rejectMember(name, sentence`a number of degrees between -${limit} and ${limit}`, value);

const metres = (name: string, least: number, value: unknown) =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= least)
    ? undefined
    : rejectMember(name, sentence`a number of metres`, value);

const location: Rule = (_, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return requireValid(LOCATION, value);
  const { latitude, longitude, accuracy, altitude, ...others } = value as Record<string, unknown>;
  const [unknownName] = Object.keys(others);
  if (unknownName !== undefined) return sentence`must be ${LOCATION}, but also has ${showValue(unknownName)}`;
  return (
    degrees('latitude', 90, latitude) ??
    degrees('longitude', 180, longitude) ??
    metres('accuracy', 0, accuracy) ??
    metres('altitude', Number.NEGATIVE_INFINITY, altitude)
  );
};

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UPLOAD = sentence`the ID of an upload, such as 01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d`;

const isUploadId = (value: unknown): value is string => typeof value === 'string' && UPLOAD_ID.test(value);

const upload: Rule = (_, value) => (isUploadId(value) ? undefined : requireValid(UPLOAD, value));

const photo: Rule = (indexed, value) => {
  if (!Array.isArray(value)) return requireValid(sentence`a list of upload IDs`, value);
  const max = indexed.field.maxCount ?? workbookLimits.photos;
  if (value.length > max) return sentence`may have at most ${max} photos, but has ${value.length}`;
  const seen = new Set<unknown>();
  for (const id of value) {
    if (!isUploadId(id)) return rejectItem(id, UPLOAD);
    if (seen.has(id.toLowerCase())) return sentence`contains the photo ${showValue(id)} twice`;
    seen.add(id.toLowerCase());
  }
  return undefined;
};

/** Types of fields that cannot be answered, with the reason. */
export const unanswerable = {
  note: sentence`is a note and cannot be answered`,
  section: sentence`is a section: answer its fields under their own names`,
  calculated: sentence`is calculated and cannot be answered`,
} as const satisfies Partial<Record<FieldType, Sentence>>;

/** The types with a rule. A repeat has none, because its entries consist of answers. */
export type AnswerableType = Exclude<FieldType, keyof typeof unanswerable | 'repeat'>;

export const answerRules: Record<AnswerableType, Rule> = {
  text,
  longText: text,
  barcode: text,
  integer: whole,
  decimal,
  boolean,
  date: moment(readDay, sentence`a date in the format yyyy-MM-dd`),
  time: moment(readTime, sentence`a time in the format HH:mm or HH:mm:ss`),
  dateTime: moment(readInstant, sentence`a date and time with a time zone, such as 2026-03-01T09:30:00Z`),
  singleChoice,
  multiChoice,
  location,
  photo,
  signature: upload,
  file: upload,
};

/** Returns a valid value in stored format: an instant in UTC, ids of uploads in lower case. */
export const toStoredAnswer = (type: AnswerableType, value: unknown): Answer => {
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
