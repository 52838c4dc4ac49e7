import type { Choice } from '#contract/workbook-definition.ts';
import { type Message, msg } from '#i18n/message.ts';

/** A missing value is null, regardless of its type. */
export type BaseType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'choices'
  | 'location'
  /** Photos, signatures and files. Expressions can only test whether there are any. */
  | 'upload'
  /** The instances of a repeat. They can be counted. */
  | 'repeat';

/** The lists of choices to which a value can belong, without duplicates. */
export type ChoiceLists = readonly (readonly Choice[])[];

export type Type = {
  readonly base: BaseType;
  /** The possible values of text or `choices`. */
  readonly choices?: ChoiceLists | undefined;
  /** Whether there is one value for each instance of a repeat. */
  readonly isRepeated?: true | undefined;
};

export const TYPE_NAMES: Readonly<Record<BaseType, Message>> = {
  text: msg`text`,
  number: msg`a number`,
  boolean: msg`true or false`,
  date: msg`a date`,
  time: msg`a time`,
  dateTime: msg`a date and time`,
  choices: msg`a list of choices`,
  location: msg`a location`,
  upload: msg`a photo or file`,
  repeat: msg`a repeat`,
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
