import type { Choice } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';

/** `number` includes integers and decimals. A missing value is null, regardless of its type. */
export type BaseType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'dateTime'
  /** The values of a multiChoice. */
  | 'choices'
  | 'location'
  /** Photos, signatures and files. Expressions can only test whether there are any. */
  | 'upload'
  /** The entries of a repeat. They can be counted. */
  | 'entries';

/** The lists of choices to which a value can belong, without duplicates. */
export type ChoiceLists = readonly (readonly Choice[])[];

export type Type = {
  readonly base: BaseType;
  /** The possible values of text or `choices`. */
  readonly choices?: ChoiceLists | undefined;
  /** Whether there is one value for each entry of a repeat. */
  readonly isRepeated?: true | undefined;
};

export const TYPE_NAMES: Readonly<Record<BaseType, Sentence>> = {
  text: sentence`text`,
  number: sentence`a number`,
  boolean: sentence`true or false`,
  date: sentence`a date`,
  time: sentence`a time`,
  dateTime: sentence`a date and time`,
  choices: sentence`a list of choices`,
  location: sentence`a location`,
  upload: sentence`a photo or file`,
  entries: sentence`a repeat`,
};

export const TEXT: Type = { base: 'text' };
export const NUMBER: Type = { base: 'number' };
export const BOOLEAN: Type = { base: 'boolean' };
export const DATE: Type = { base: 'date' };
export const TIME: Type = { base: 'time' };
export const DATE_TIME: Type = { base: 'dateTime' };
export const LOCATION: Type = { base: 'location' };

export const isOrdered = ({ base }: Type): boolean =>
  base === 'number' || base === 'date' || base === 'time' || base === 'dateTime';
