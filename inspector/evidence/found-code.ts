export type FoundCode = {
  text: string;
  /** As the Barcode Detection API calls it: `qr_code`, `code_128`. */
  format: string;
};

/** As many as an answer may have. */
export const MOST_LETTERS = 4_000;

/** One of each text; a code without any, or longer than an answer may be, is none. */
export const distinctCodes = (codes: readonly FoundCode[]): FoundCode[] => {
  const readable = codes.filter(({ text }) => text.trim() !== '' && text.length <= MOST_LETTERS);
  return [...new Map(readable.map((code) => [code.text, code])).values()].sort((one, other) =>
    one.text < other.text ? -1 : 1,
  );
};

/** Whether the same codes were seen twice: a line of a barcode that is read across a scratch gives another each time. */
export const areSameCodes = (some: readonly FoundCode[], others: readonly FoundCode[]): boolean =>
  some.length === others.length && some.every(({ text }, index) => others[index]?.text === text);
