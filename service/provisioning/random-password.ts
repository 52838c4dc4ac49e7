import { randomInt } from 'node:crypto';

/** Excludes characters that are easily confused. */
const LETTERS_AND_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
/** A password of this length has about 140 random bits. */
const LENGTH = 24;

export const createRandomPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('');
