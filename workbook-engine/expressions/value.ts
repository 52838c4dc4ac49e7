import type { Choice } from '#contract/workbook-definition.ts';
import type { Answers, Location } from '#workbook-engine/answer.ts';
import { parseDate } from '#workbook-engine/iso-8601.ts';
import type { Budget } from './budget.ts';
import type { Type } from './types.ts';

/**
 * A value during evaluation; null is a missing value. A date is the milliseconds from 1970 to its start in UTC, a time the
 * seconds since midnight, and a date and time the milliseconds since 1970.
 */
export type Value = null | boolean | number | string | Location | readonly Value[] | readonly Frame[];

/** The answers and values of one level: the workbook, or an entry of a repeat. */
export type Frame = {
  /** The values of the fields by slot; for a repeat, its entries. Fields that are not relevant have null. */
  readonly values: Value[];
  readonly isRelevant: boolean[];
  /** All answers, including those that are not relevant. */
  readonly answers: Answers;
  /** The frame that contains the repeat; undefined for the workbook. */
  readonly parent: Frame | undefined;
  /** The number of the entry, from 1. */
  readonly position: number;
};

/** Input of the engine in addition to the answers: the engine does not read the clock or settings. */
export type EvaluationContext = {
  /** Milliseconds since 1970. */
  now: number;
  /** IANA name, which determines local dates. */
  timeZone: string;
  /** Language tag for labels, messages and names of months. */
  language: string;
};

/** The state of one evaluation. */
export type Evaluation = EvaluationContext & {
  readonly budget: Budget;
  /** The choice that the choice filter is evaluated for. */
  choice?: Choice | undefined;
};

export type Evaluate = (frame: Frame, evaluation: Evaluation) => Value;

export const DAY_MS = 86_400_000;

/** More digits are floating-point noise, such as 0.1 + 0.2 = 0.30000000000000004. */
const SIGNIFICANT_DIGITS = 15;

const MILLION = 1_000_000;

/** Removes floating-point noise; null if the number is not finite, such as after a division by zero. */
export const toFinite = (value: number): number | null => {
  if (!Number.isFinite(value)) return null;
  // Most results have at most six decimals. Formatting and parsing a number takes 200 ns.
  if (Math.round(value * MILLION) / MILLION === value) return value;
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
};

/**
 * A number in decimal notation; unlike in JavaScript, 0x10 is not a number. The pattern is unambiguous: an ambiguous one would
 * backtrack for a second on 32,768 digits followed by a letter.
 */
const NUMBER_PATTERN = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** Parses a number; undefined if the text is not a number, or the number is too large. */
export const parseNumber = (text: string): number | undefined =>
  NUMBER_PATTERN.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;

const FIRST_INSTANT = parseDate('0001-01-01')!;
const AFTER_LAST_INSTANT = parseDate('9999-12-31')! + DAY_MS;

/** The instant, or null if its year does not have four digits. */
export const toValidInstant = (milliseconds: number): number | null =>
  milliseconds >= FIRST_INSTANT && milliseconds < AFTER_LAST_INSTANT ? Math.floor(milliseconds) : null;

/** Whether a value is not missing and not empty. */
export const hasValue = (value: Value): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export const formatIsoDay = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 10);

export const formatTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(11, 19);

/** Formats a value as in answers, with spaces between choices. */
export const formatValue = ({ base }: Type, value: Value): string => {
  if (value === null) return '';
  switch (base) {
    case 'date':
      return formatIsoDay(value as number);
    case 'time':
      return formatTime(value as number);
    case 'dateTime':
      return new Date(value as number).toISOString();
    case 'choices':
      return (value as readonly string[]).join(' ');
    default:
      return String(value);
  }
};
