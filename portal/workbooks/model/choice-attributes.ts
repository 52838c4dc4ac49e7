import { workbookLimits } from '#contract/workbook-limits.ts';

/** The attributes of a choice as one line: `province=NH; island=no`. What would part it otherwise is in quotes. */
export const sayAttributes = (attributes: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(attributes ?? {})
    .map(
      ([name, value]) => `${name}=${/[";]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value}`,
    )
    .join('; ');

const ATTRIBUTE = /\s*([A-Za-z][A-Za-z0-9_]*)\s*=\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/gy;

/** Reads such a line as far as it goes; undefined without any. */
export const readAttributes = (line: string): Record<string, string> | undefined => {
  const read = [...line.matchAll(ATTRIBUTE)].map(([, name, quoted, plain]) => {
    const value = quoted === undefined ? plain!.trim() : quoted.replaceAll('""', '"');
    return [name, value.slice(0, workbookLimits.choiceValue)];
  });
  return read.length === 0 ? undefined : Object.fromEntries(read.slice(0, workbookLimits.choiceAttributes));
};
