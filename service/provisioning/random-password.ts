import { randomInt } from 'node:crypto';

/** Excludes easily confused characters. */
const LETTERS_AND_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
/** About 140 random bits. */
const LENGTH = 24;

export const createRandomPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('');
