import { workbookLimits } from '#contract/workbook-limits.ts';

/** What would part a line otherwise. */
const PARTS_A_LINE = /[";]|^\s|\s$/;

const quoted = (value: string) => (PARTS_A_LINE.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** The attributes of a choice as one line: `province=NH; island=no`. */
export const sayAttributes = (attributes: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(attributes ?? {})
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('; ');

const ATTRIBUTE = /\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/gy;

/** Reads such a line as far as it goes; undefined without any. */
export const readAttributes = (line: string): Record<string, string> | undefined => {
  const read = [...line.matchAll(ATTRIBUTE)].map(([, name, inQuotes, plain]) => {
    const value = inQuotes === undefined ? plain!.trim() : inQuotes.replaceAll('""', '"');
    return [name, value.slice(0, workbookLimits.choiceValue)];
  });
  return read.length === 0 ? undefined : Object.fromEntries(read.slice(0, workbookLimits.choiceAttributes));
};
