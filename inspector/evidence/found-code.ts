export type FoundCode = {
  text: string;
  /** The format in the Barcode Detection API: `qr_code`, `code_128`. */
  format: string;
};

/** The maximum length of an answer. */
export const MAX_LENGTH = 4_000;

/** Returns codes with distinct texts, without empty ones and those that are longer than an answer can be. */
export const distinctCodes = (codes: readonly FoundCode[]): FoundCode[] => {
  const readable = codes.filter(({ text }) => text.trim() !== '' && text.length <= MAX_LENGTH);
  return [...new Map(readable.map((code) => [code.text, code])).values()].sort((one, other) =>
    one.text < other.text ? -1 : 1,
  );
};

/** Whether two detections are equal. Reading a barcode across a scratch returns a different text each time. */
export const areSameCodes = (some: readonly FoundCode[], others: readonly FoundCode[]): boolean =>
  some.length === others.length && some.every(({ text }, index) => others[index]?.text === text);
