import { workbookLimits } from '#contract/workbook-limits.ts';

const quoteIfNeeded = (value: string) =>
  /[";]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** Formats a choice's attributes as one line: `province=NH; island=no`. */
export const formatAttributes = (attributes: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(attributes ?? {})
    .map(([name, value]) => `${name}=${quoteIfNeeded(value)}`)
    .join('; ');

const ATTRIBUTE_PATTERN = /\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/gy;

/** Parses a choice's formatted attributes, ignoring invalid parts. Returns undefined if there are none. */
export const parseAttributes = (line: string): Record<string, string> | undefined => {
  const attributes = [...line.matchAll(ATTRIBUTE_PATTERN)].map(([, name, quotedValue, plainValue]) => {
    const value = quotedValue === undefined ? plainValue!.trim() : quotedValue.replaceAll('""', '"');
    return [name, value.slice(0, workbookLimits.choiceValue)];
  });
  return attributes.length === 0
    ? undefined
    : Object.fromEntries(attributes.slice(0, workbookLimits.choiceAttributes));
};
