export const parseNumber = (text: string): number | undefined => {
  const normalisedText = text.trim().replace(/^−/, '-').replace(',', '.');
  return /^[-+]?(\d+(\.\d*)?|\.\d+)$/.test(normalisedText) ? Number(normalisedText) : undefined;
};

/** Formats a number for editing, using only digits and the language's decimal separator. */
export const formatNumber = (value: number, language: string): string =>
  Math.abs(value) < 1e21 ? value.toLocaleString(language, FORMAT_OPTIONS) : String(value);

const FORMAT_OPTIONS = { useGrouping: false, maximumSignificantDigits: 21 } as const;
