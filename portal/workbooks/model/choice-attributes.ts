import { workbookLimits } from '#contract/workbook-limits.ts';

/** Values that need quotes. */
const NEEDS_QUOTES = /[";]|^\s|\s$/;

const quoted = (value: string) => (NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Formats the attributes of a choice as one line: `province=NH; island=no`. */
export const formatAttributes = (attributes: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(attributes ?? {})
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('; ');

const ATTRIBUTE = /\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/gy;

/** Parses such a line and ignores invalid parts; undefined without attributes. */
export const readAttributes = (line: string): Record<string, string> | undefined => {
  const read = [...line.matchAll(ATTRIBUTE)].map(([, name, inQuotes, plain]) => {
    const value = inQuotes === undefined ? plain!.trim() : inQuotes.replaceAll('""', '"');
    return [name, value.slice(0, workbookLimits.choiceValue)];
  });
  return read.length === 0 ? undefined : Object.fromEntries(read.slice(0, workbookLimits.choiceAttributes));
};
