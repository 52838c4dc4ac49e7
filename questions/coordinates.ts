import type { Location } from '#workbook-engine/answer.ts';

/** Two numbers and a separator. A comma within a number is a decimal separator. */
const PAIR_PATTERN =
  /^([+-]?\d{1,3}(?:[.,]\d{1,12})?)°?(?:\s*[;/]\s*|\s*,\s+|\s+|,)([+-]?\d{1,3}(?:[.,]\d{1,12})?)°?$/;

/** Parses, for example, `52.37, 4.89` or `52,37; 4,89`. Returns undefined if the text is invalid or ambiguous. */
export const parseCoordinates = (text: string): Location | undefined => {
  const [, first, second] = PAIR_PATTERN.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return undefined;
  // `52,37` may be one number, so a comma without a space separates numbers only if both have decimal points.
  if (/^[^\s;/]+$/.test(text.trim()) && !(first.includes('.') && second.includes('.'))) return undefined;
  const [latitude, longitude] = [first, second].map((part) => Number(part.replace(',', '.')));
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
};

/** Formats coordinates with a precision of about one metre. */
export const formatCoordinates = ({ latitude, longitude }: Location): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
