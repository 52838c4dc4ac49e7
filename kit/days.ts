// Days in the browser's time zone.

export const formatIsoDate = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

export const startOfDay = (day: string, days = 0): Date => {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + days);
};
