// Days in the browser's time zone.

/** 2026-11-23 */
export const formatIsoDate = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

/** Midnight at the start of a day, plus `days`. */
export const startOfDay = (day: string, days = 0): Date => {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + days);
};
