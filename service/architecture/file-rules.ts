// Rules that apply to the files in all modules.

export const LINE_LIMIT = 300;

/** Files that may be longer, each with the reason. */
export const longFiles: Readonly<Record<string, string>> = {
  'service/database/rows.ts': 'generated',
};

/** Files that have a default export because a tool requires it. */
export const defaultExporters: readonly string[] = [];

/** Names of files and folders that fail to describe their contents. */
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
