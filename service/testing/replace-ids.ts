/**
 * Replaces IDs, times, secrets and other values that differ between runs with placeholders. Audit events, whose order
 * depends on concurrent requests, are reduced to their property names.
 */
export const replaceIdsInJson = (json: string): string =>
  JSON.stringify(JSON.parse(json), replaceVariableValue);

const replaceVariableValue = (name: string, value: unknown): unknown => {
  if (name === 'events' && Array.isArray(value)) return value.slice(0, 1).map((event) => Object.keys(event));
  if (typeof value === 'number')
    return ID_NAME_PATTERN.test(name) || SIZE_NAME_PATTERN.test(name) ? `<${name}>` : value;
  if (typeof value !== 'string') return value;
  if (name === 'next' || (ID_NAME_PATTERN.test(name) && /^\d+$/.test(value))) return `<${name}>`;
  return replaceIds(value);
};

/** Replaces IDs in a string, such as a URL. */
export const replaceIds = (text: string): string =>
  REPLACEMENTS.reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), text);

const ID_NAME_PATTERN = /(^|[a-z])I(d|ds)$|^ids?$|^revision$/;
/** File sizes of pictures, which vary because the files contain the time when the picture was taken. */
const SIZE_NAME_PATTERN = /^(size|received|storedSize)$/;

const REPLACEMENTS: readonly [pattern: RegExp, replacement: string][] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<date>'],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<uuid>'],
  [/\b([\da-f]{64}|[\da-f]{32})\b/g, '<hex>'],
  [/\b[\da-f]{8}-\w{1,6}\b/g, '<request>'],
  [/(?<![\w-])[\w-]*[\w-]{43}(?![\w-])/g, '<secret>'],
  [/(?<=127\.0\.0\.1:)\d{4,5}/g, '<port>'],
  [/(?<=\/)\d+(?=\/|$|\?)/g, '<id>'],
];
