/** Formats a number for a description, as in 5,000. */
export const formatNumber = (number: number): string => number.toLocaleString('en');
