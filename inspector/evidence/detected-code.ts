export type DetectedCode = {
  text: string;
  /** The format as named in the Barcode Detection API, such as `qr_code` or `code_128`. */
  format: string;
};

/** The maximum length of an answer. */
export const MAX_LENGTH = 4_000;

/** Removes duplicates, blank codes, and codes that exceed the length of an answer. */
export const selectDistinctCodes = (codes: readonly DetectedCode[]): DetectedCode[] => {
  const valid = codes.filter(({ text }) => text.trim() !== '' && text.length <= MAX_LENGTH);
  return [...new Map(valid.map((code) => [code.text, code])).values()].sort((a, b) =>
    a.text < b.text ? -1 : 1,
  );
};

/** Whether two detections are equal. A scratched barcode yields a different value each time. */
export const haveSameText = (a: readonly DetectedCode[], b: readonly DetectedCode[]): boolean =>
  a.length === b.length && a.every(({ text }, index) => b[index]?.text === text);
