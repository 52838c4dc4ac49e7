import type { Location } from '#workbook-engine/answer.ts';

/** Two numbers with something between them. A comma within a number is a decimal one. */
const PAIR =
  /^([+-]?\d{1,3}(?:[.,]\d{1,12})?)°?(?:\s*[;/]\s*|\s*,\s+|\s+|,)([+-]?\d{1,3}(?:[.,]\d{1,12})?)°?$/;

/** Latitude and longitude as people write them: `52.37, 4.89`, `52,37; 4,89`, `52.37 4.89`. undefined: they are none. */
export const parseCoordinates = (text: string): Location | undefined => {
  const [, first, second] = PAIR.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return undefined;
  // `52,37` is one number in half of Europe; only between decimal points a bare comma parts two.
  if (/^[^\s;/]+$/.test(text.trim()) && !(first.includes('.') && second.includes('.'))) return undefined;
  const [latitude, longitude] = [first, second].map((part) => Number(part.replace(',', '.')));
  if (latitude === undefined || longitude === undefined) return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
};

/** As they are shown and can be typed again: to a metre. */
export const sayCoordinates = ({ latitude, longitude }: Location): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
