/* Rules for every file, in any module. */

export const LINE_LIMIT = 300;

/** Files that may be longer, with the reason. */
export const longFiles: Readonly<Record<string, string>> = {
  'service/database/rows.ts': 'generated',
};

/** Files whose tool requires a default export. */
export const defaultExporters: readonly string[] = [];

/** Names that do not describe the contents. Put such code in the module that needs it. */
export const forbiddenNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'lib',
  'core',
  'misc',
];
