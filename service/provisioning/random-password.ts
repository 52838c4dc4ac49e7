import { randomInt } from 'node:crypto';

/** Without those that are mistaken for each other when a password is copied by hand. */
const LETTERS_AND_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
/** About 140 bits. */
const LENGTH = 24;

/** A password that nobody can guess and anybody can type. */
export const randomPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)]).join('');
