import type { FieldType } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { countCharacters } from '#i18n/count-characters.ts';
import { describeValue } from '#i18n/describe-value.ts';
import { joinMessages, type Message, msg, verbatim } from '#i18n/message.ts';
import type { Answer } from './answer.ts';
import type { PreparedField } from './index-fields.ts';
import { parseDate, parseDateTime, parseTime, toUtc } from './iso-8601.ts';
import { isStorableText } from './storable-text.ts';

/** Returns the error as a predicate about the field, or undefined if the value is valid. */
type Rule = (preparedField: PreparedField, value: unknown) => Message | undefined;

const mustBe = (expected: Message, value: unknown) =>
  msg`must be ${expected}, but is ${describeValue(value)}`;

/** `number` is the value, converted to the unit of `min` and `max`. */
const checkBounds = ({ field, min, max }: PreparedField, number: number, value: unknown) => {
  if (number < min) return mustBe(msg`at least ${field.min!}`, value);
  if (number > max) return mustBe(msg`at most ${field.max!}`, value);
  return undefined;
};

const text: Rule = ({ maxLength }, value) => {
  if (typeof value !== 'string') return mustBe(msg`a string`, value);
  // `length` is fast but counts some characters twice, so only strings above the limit need an exact count.
  if (value.length > maxLength) {
    const length = countCharacters(value);
    if (length > maxLength) return msg`may have at most ${maxLength} characters, but has ${length}`;
  }
  return isStorableText(value)
    ? undefined
    : msg`contains an invalid character: U+0000 or half of a surrogate pair`;
};

const integer: Rule = (preparedField, value) => {
  if (!Number.isInteger(value)) return mustBe(msg`a whole number`, value);
  // Outside this range, JavaScript cannot represent every whole number.
  if (!Number.isSafeInteger(value))
    return mustBe(msg`a whole number between -9007199254740991 and 9007199254740991`, value);
  return checkBounds(preparedField, value as number, value);
};

const decimal: Rule = (preparedField, value) =>
  typeof value === 'number' && Number.isFinite(value)
    ? checkBounds(preparedField, value, value)
    : mustBe(msg`a number`, value);

const boolean: Rule = (_, value) =>
  typeof value === 'boolean' ? undefined : mustBe(msg`true or false`, value);

const createDateOrTimeRule =
  (parse: (text: string) => number | undefined, expected: Message): Rule =>
  (preparedField, value) => {
    const number = typeof value === 'string' ? parse(value) : undefined;
    return number === undefined ? mustBe(expected, value) : checkBounds(preparedField, number, value);
  };

const MAX_LISTED_CHOICES = 8;

const describeChoices = ({ choiceValues }: PreparedField) => {
  const firstChoices = [...choiceValues].slice(0, MAX_LISTED_CHOICES).map(describeValue);
  const choices = choiceValues.size > MAX_LISTED_CHOICES ? [...firstChoices, '…'] : firstChoices;
  return msg`one of ${joinMessages(choices, ', ')}`;
};

const singleChoice: Rule = (preparedField, value) =>
  preparedField.choiceValues.has(value as string) ? undefined : mustBe(describeChoices(preparedField), value);

const describeInvalidItem = (item: unknown, expected: Message) =>
  msg`contains ${describeValue(item)}, which is not ${expected}`;

const multiChoice: Rule = (preparedField, value) => {
  if (!Array.isArray(value)) return mustBe(msg`a list of choices`, value);
  const seen = new Set<unknown>();
  for (const choice of value) {
    if (!preparedField.choiceValues.has(choice))
      return describeInvalidItem(choice, describeChoices(preparedField));
    if (seen.has(choice)) return msg`contains the choice ${describeValue(choice)} twice`;
    seen.add(choice);
  }
  return undefined;
};

const LOCATION_SHAPE = verbatim('{ latitude, longitude, accuracy?, altitude? }');

const checkDegrees = (name: string, limit: number, value: unknown) =>
  typeof value === 'number' && Math.abs(value) <= limit
    ? undefined
    : msg`must have a ${name} between -${limit} and ${limit} degrees, but has ${describeValue(value)}`;

const checkMetres = (name: string, min: number, value: unknown) =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= min)
    ? undefined
    : msg`must have an ${name} in metres, but has ${describeValue(value)}`;

const location: Rule = (_, value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return mustBe(LOCATION_SHAPE, value);
  const { latitude, longitude, accuracy, altitude, ...rest } = value as Record<string, unknown>;
  const [unknownName] = Object.keys(rest);
  if (unknownName !== undefined)
    return msg`must be ${LOCATION_SHAPE}, but also has ${describeValue(unknownName)}`;
  return (
    checkDegrees('latitude', 90, latitude) ??
    checkDegrees('longitude', 180, longitude) ??
    checkMetres('accuracy', 0, accuracy) ??
    checkMetres('altitude', Number.NEGATIVE_INFINITY, altitude)
  );
};

const UPLOAD_ID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UPLOAD_ID_DESCRIPTION = msg`the ID of an upload, such as 01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d`;

const isUploadId = (value: unknown): value is string =>
  typeof value === 'string' && UPLOAD_ID_PATTERN.test(value);

const upload: Rule = (_, value) => (isUploadId(value) ? undefined : mustBe(UPLOAD_ID_DESCRIPTION, value));

const photo: Rule = (preparedField, value) => {
  if (!Array.isArray(value)) return mustBe(msg`a list of upload IDs`, value);
  const max = preparedField.field.maxCount ?? workbookLimits.photos;
  if (value.length > max) return msg`may have at most ${max} photos, but has ${value.length}`;
  const seen = new Set<unknown>();
  for (const id of value) {
    if (!isUploadId(id)) return describeInvalidItem(id, UPLOAD_ID_DESCRIPTION);
    if (seen.has(id.toLowerCase())) return msg`contains the photo ${describeValue(id)} twice`;
    seen.add(id.toLowerCase());
  }
  return undefined;
};

/** Field types that cannot be answered, and the error if they are. */
export const unanswerableTypes = {
  note: msg`is a note and cannot be answered`,
  section: msg`is a section and cannot be answered: answer its fields instead`,
  calculated: msg`is calculated and cannot be answered`,
} as const satisfies Partial<Record<FieldType, Message>>;

/** Repeats have no rule: the answers in their instances are checked separately. */
export type AnswerableType = Exclude<FieldType, keyof typeof unanswerableTypes | 'repeat'>;

export const answerRules: Record<AnswerableType, Rule> = {
  text,
  longText: text,
  barcode: text,
  integer,
  decimal,
  boolean,
  date: createDateOrTimeRule(parseDate, msg`a date in the format yyyy-MM-dd`),
  time: createDateOrTimeRule(parseTime, msg`a time in the format HH:mm or HH:mm:ss`),
  dateTime: createDateOrTimeRule(
    parseDateTime,
    msg`a date and time with a time zone, such as 2026-03-01T09:30:00Z`,
  ),
  singleChoice,
  multiChoice,
  location,
  photo,
  signature: upload,
  file: upload,
};

/** Converts a valid value to the stored format: instants in UTC, upload IDs in lower case. */
export const toStoredAnswer = (type: AnswerableType, value: unknown): Answer => {
  switch (type) {
    case 'dateTime':
      return toUtc(value as string);
    case 'signature':
    case 'file':
      return (value as string).toLowerCase();
    case 'photo':
      return (value as string[]).map((id) => id.toLowerCase());
    default:
      return value as Answer;
  }
};
