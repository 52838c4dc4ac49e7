import type { Answer, Location } from '#workbook-engine/answer.ts';
import { findChoice } from '#workbook-engine/expressions/choices.ts';
import type { ChoiceLists } from '#workbook-engine/expressions/types.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { localText } from '#workbook-engine/local-text.ts';
import type { Speech } from './speech.ts';

/** Labels that together are longer than this stand below each other. */
const ONE_LINE = 60;

/** An answer in words; of pictures and files, which have none, the empty text. */
export const wordAnswer = ({ type, field }: FormField, answer: Answer, speech: Speech): string => {
  if (type === undefined || answer === null) return '';
  const choices = type.choices ?? (field.choices && [field.choices]);
  switch (type.base) {
    case 'text':
      return choices ? labelOf(choices, answer as string, speech) : (answer as string);
    case 'number':
      return speech.number(answer as number);
    case 'boolean':
      return answer === true ? speech.words.yes : speech.words.no;
    case 'date':
      return speech.day(answer as string);
    case 'time':
      return speech.time(answer as string);
    case 'dateTime':
      return speech.moment(new Date(answer as string));
    case 'choices': {
      const labels = (answer as string[]).map((value) => labelOf(choices ?? [], value, speech));
      return labels.join(labels.join(', ').length > ONE_LINE ? '\n' : ', ');
    }
    case 'location':
      return wordLocation(answer as Location, speech);
    case 'upload':
    case 'entries':
      return '';
  }
};

const labelOf = (choices: ChoiceLists, value: string, { labelLanguage }: Speech): string => {
  const label = findChoice(choices, value)?.label;
  return label === undefined ? value : localText(label, labelLanguage);
};

/** Some ten centimetres, finer than any phone knows. */
const DEGREE_DIGITS = 6;
const METRE_DIGITS = 1;

const wordLocation = ({ latitude, longitude, accuracy, altitude }: Location, speech: Speech): string =>
  [
    wordPosition({ latitude, longitude }, speech),
    accuracy === undefined ? '' : speech.words.accuracy(rounded(accuracy, METRE_DIGITS, speech)),
    altitude === undefined ? '' : speech.words.altitude(rounded(altitude, METRE_DIGITS, speech)),
  ]
    .filter((part) => part !== '')
    .join(', ');

/** `52.3636° N 4.9024° E` */
export const wordPosition = (
  { latitude, longitude }: { latitude: number; longitude: number },
  speech: Speech,
): string => {
  const degrees = (value: number) => rounded(Math.abs(value), DEGREE_DIGITS, speech);
  const { north, south, east, west } = speech.words;
  return `${degrees(latitude)}° ${latitude < 0 ? south : north} ${degrees(longitude)}° ${longitude < 0 ? west : east}`;
};

const rounded = (value: number, digits: number, speech: Speech): string =>
  speech.number(Number(value.toFixed(digits)));
