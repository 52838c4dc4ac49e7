/** A number as people type one, with a comma or a point; undefined: it is none. */
export const readNumber = (text: string): number | undefined => {
  const plain = text.trim().replace(/^−/, '-').replace(',', '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
};

/** As it is typed in a language: nothing but digits and the decimal sign, for it is typed on. */
export const writeNumber = (value: number, language: string): string => {
  const text = Math.abs(value) < 1e21 ? value.toLocaleString('en', FORMAT) : String(value);
  return language === 'nl' ? text.replace('.', ',') : text;
};

const FORMAT = { useGrouping: false, maximumSignificantDigits: 21 } as const;
