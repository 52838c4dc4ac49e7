/** Formats a number in a description, such as 5,000. */
export const formatNumber = (number: number): string => number.toLocaleString('en');
