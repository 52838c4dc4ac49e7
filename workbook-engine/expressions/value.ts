import type { Choice } from '#contract/workbook-definition.ts';
import type { Answers, Location } from '#workbook-engine/answer.ts';
import { parseDate } from '#workbook-engine/iso-8601.ts';
import type { Budget } from './budget.ts';
import type { Type } from './types.ts';

/**
 * A value during evaluation; null means missing. A date is stored as milliseconds from 1970 to its start in UTC, a time
 * as seconds since midnight, and a date with time as milliseconds since 1970.
 */
export type Value = null | boolean | number | string | Location | readonly Value[] | readonly Frame[];

/** The answers and values of the workbook, or of an instance of a repeat. */
export type Frame = {
  /** The values by slot. The value of a repeat is its instances; the value of an irrelevant field is null. */
  readonly values: Value[];
  readonly isRelevant: boolean[];
  /** Includes answers to irrelevant fields. */
  readonly answers: Answers;
  /** The frame that contains the repeat; undefined for the workbook. */
  readonly parent: Frame | undefined;
  /** The instance number, starting at 1. */
  readonly position: number;
};

/** The engine itself does not read the clock or any settings. */
export type EvaluationContext = {
  /** Milliseconds since 1970. */
  now: number;
  /** The IANA name of the time zone for local dates and times. */
  timeZone: string;
  /** The language tag for labels, messages and month names. */
  language: string;
};

export type Evaluation = EvaluationContext & {
  readonly budget: Budget;
  /** The choice for which the choice filter is being evaluated. */
  choice?: Choice | undefined;
};

export type Evaluator<Result> = (frame: Frame, evaluation: Evaluation) => Result;
export type Evaluate = Evaluator<Value>;

export const DAY_MS = 86_400_000;

/** Further digits are floating-point noise, as in 0.1 + 0.2 = 0.30000000000000004. */
const SIGNIFICANT_DIGITS = 15;

const MILLION = 1_000_000;

/** Removes floating-point noise. Returns null if the number is not finite, for example after a division by zero. */
export const toFinite = (value: number): number | null => {
  if (!Number.isFinite(value)) return null;
  // Fast path: most results have at most six decimals, and formatting and parsing take 200 ns.
  if (Math.round(value * MILLION) / MILLION === value) return value;
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
};

/**
 * Unlike `Number`, this pattern does not match 0x10. It is unambiguous: an ambiguous pattern would backtrack for a
 * second on 32,768 digits followed by a letter.
 */
const NUMBER_PATTERN = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** Returns undefined if the text is not a number or the number is too large. */
export const parseNumber = (text: string): number | undefined =>
  NUMBER_PATTERN.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;

const FIRST_INSTANT = parseDate('0001-01-01')!;
const AFTER_LAST_INSTANT = parseDate('9999-12-31')! + DAY_MS;

/** Returns the instant in whole milliseconds, or null if its year does not have four digits. */
export const toValidInstant = (milliseconds: number): number | null =>
  milliseconds >= FIRST_INSTANT && milliseconds < AFTER_LAST_INSTANT ? Math.floor(milliseconds) : null;

export const hasValue = (value: Value): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export const formatIsoDay = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 10);

export const formatTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(11, 19);

/** Formats values like answers, with spaces between choices. */
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
