import type { Choice } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';

/**
 * What a value of an expression is. `number` stands for integers and decimals. What has no value yet is null, of any
 * type.
 */
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
  /** Pictures, signatures and files: whether there is one is all that can be asked. */
  | 'upload'
  /** The entries of a repeat, which can be counted. */
  | 'entries';

/** The lists of choices from which a value may come, without duplicates. */
export type ChoiceLists = readonly (readonly Choice[])[];

export type Type = {
  readonly base: BaseType;
  /** The possible choices of a text or `choices`. */
  readonly choices?: ChoiceLists | undefined;
  /** One value for each entry of a repeat. */
  readonly isMany?: true | undefined;
};

/** Names of types for messages. */
export const TYPE_NAMES: Readonly<Record<BaseType, Sentence>> = {
  text: sentence`a text`,
  number: sentence`a number`,
  boolean: sentence`true or false`,
  date: sentence`a date`,
  time: sentence`a time`,
  dateTime: sentence`a date with time`,
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

/** Whether values of the type have an order: numbers, dates and times. */
export const isOrdered = ({ base }: Type): boolean =>
  base === 'number' || base === 'date' || base === 'time' || base === 'dateTime';
