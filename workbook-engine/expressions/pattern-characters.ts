export type Test = (character: string) => boolean;

const isWordCharacter: Test = (character) => /^\w$/.test(character);
const isDigit: Test = (character) => character >= '0' && character <= '9';
const isSpace: Test = (character) => /^\s$/.test(character);
export const not =
  (test: Test): Test =>
  (character) =>
    !test(character);

export const CLASSES: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWordCharacter,
  W: not(isWordCharacter),
  s: isSpace,
  S: not(isSpace),
};
export const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };
