/** Parses a number written with a comma or a point. Returns undefined if it is not a number. */
export const parseNumber = (text: string): number | undefined => {
  const plain = text.trim().replace(/^−/, '-').replace(',', '.');
  return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
};

/** Formats a number for editing, using only digits and the language's decimal separator. */
export const formatNumber = (value: number, language: string): string =>
  Math.abs(value) < 1e21 ? value.toLocaleString(language, FORMAT) : String(value);

const FORMAT = { useGrouping: false, maximumSignificantDigits: 21 } as const;
