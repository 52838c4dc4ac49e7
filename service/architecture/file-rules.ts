// Rules for the files of all modules.

export const LINE_LIMIT = 300;

/** Files that may be longer, each with the reason. */
export const longFiles: Readonly<Record<string, string>> = {
  'service/database/rows.ts': 'generated',
};

/** Files whose tool requires a default export. */
export const defaultExporters: readonly string[] = [];

/** File and folder names that do not describe the contents. */
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
