import type { Choice } from '#contract/workbook-definition.ts';
import type { Answers, Location } from '#workbook-engine/answer.ts';
import { readDay } from '#workbook-engine/iso-8601.ts';
import type { Budget } from './budget.ts';
import type { Type } from './types.ts';

/**
 * A value during evaluation. null is a missing value, a date the milliseconds from 1970 to its start in UTC, a time the
 * seconds since midnight, and a date with time the milliseconds since 1970.
 */
export type Value = null | boolean | number | string | Location | readonly Value[] | readonly Frame[];

/** Answers at one level, of the workbook or of one entry of a repeat, with the values of the fields. */
export type Frame = {
  /** The value of each field, in its slot; for a repeat, its entries. Fields that are not relevant have none. */
  readonly values: Value[];
  readonly isRelevant: boolean[];
  /** All answers, whether relevant or not. */
  readonly answers: Answers;
  /** The level that contains the repeat; undefined for the workbook. */
  readonly parent: Frame | undefined;
  /** The number of the entry, from 1. */
  readonly position: number;
};

/** Input of the engine in addition to the answers: it does not read the clock or settings itself. */
export type EvaluationContext = {
  /** Milliseconds from 1970. */
  now: number;
  /** IANA name; it determines dates. */
  timeZone: string;
  /** Language tag of labels, messages and names of months. */
  language: string;
};

export type Given = EvaluationContext & {
  readonly budget: Budget;
  /** The choice that a filter checks. */
  choice?: Choice | undefined;
};

export type Evaluate = (frame: Frame, given: Given) => Value;

export const DAY_MS = 86_400_000;

/** Further digits are floating-point noise, such as 0.1 + 0.2 = 0.30000000000000004. */
const MEANT_DIGITS = 15;

const MILLION = 1_000_000;

/** The result of a calculation without floating-point noise; null if it is not finite, such as a division by zero. */
export const finite = (value: number): number | null => {
  if (!Number.isFinite(value)) return null;
  // Most results have no more than six decimals, and writing a number to read it again takes 200 ns.
  if (Math.round(value * MILLION) / MILLION === value) return value;
  return Number(value.toPrecision(MEANT_DIGITS));
};

/**
 * A number in decimal notation, unlike JavaScript without forms such as 0x10. The pattern is unambiguous: an ambiguous one
 * would backtrack for a second on 32,768 digits and a letter.
 */
const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** The number in a text; undefined if it contains none or one that is too large. */
export const readNumber = (text: string): number | undefined =>
  NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;

const FIRST_MOMENT = readDay('0001-01-01')!;
const AFTER_LAST_MOMENT = readDay('9999-12-31')! + DAY_MS;

/** The instant if its year has four digits, otherwise null. */
export const moment = (milliseconds: number): number | null =>
  milliseconds >= FIRST_MOMENT && milliseconds < AFTER_LAST_MOMENT ? Math.floor(milliseconds) : null;

export const dayText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

export const timeText = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(11, 19);

/** A value as a text, in the format of answers; choices are separated by spaces. */
export const textOf = ({ base }: Type, value: Value): string => {
  if (value === null) return '';
  switch (base) {
    case 'date':
      return dayText(value as number);
    case 'time':
      return timeText(value as number);
    case 'dateTime':
      return new Date(value as number).toISOString();
    case 'choices':
      return (value as readonly string[]).join(' ');
    default:
      return String(value);
  }
};
