import { workbookLimits } from '#contract/workbook-limits.ts';

const NEEDS_QUOTES = /[";]|^\s|\s$/;

const quoted = (value: string) => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Formats the attributes of a choice as one line: `province=NH; island=no`. */
export const formatAttributes = (attributes: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(attributes ?? {})
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('; ');

const ATTRIBUTE = /\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/gy;

/** Parses the formatted attributes of a choice, and ignores invalid parts. Returns undefined if there are none. */
export const parseAttributes = (line: string): Record<string, string> | undefined => {
  const attributes = [...line.matchAll(ATTRIBUTE)].map(([, name, quotedValue, plainValue]) => {
    const value = quotedValue === undefined ? plainValue!.trim() : quotedValue.replaceAll('""', '"');
    return [name, value.slice(0, workbookLimits.choiceValue)];
  });
  return attributes.length === 0
    ? undefined
    : Object.fromEntries(attributes.slice(0, workbookLimits.choiceAttributes));
};
