import { randomInt } from 'node:crypto';

/** Without characters that are easily confused when a password is copied by hand. */
const LETTERS_AND_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
/** About 140 bits. */
const LENGTH = 24;

/** A password that cannot be guessed and can be typed on any keyboard. */
export const randomPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('');
