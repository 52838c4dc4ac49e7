export const formatNumber = (number: number): string => number.toLocaleString('en');
