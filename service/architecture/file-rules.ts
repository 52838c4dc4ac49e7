/* Rules for every file, whatever its room. */

export const LINE_LIMIT = 300;

/** Files that may be longer, each with its reason. */
export const longFiles: Readonly<Record<string, string>> = {
  'service/database/schema.ts': 'generated',
};

/** Files whose tool demands a default export. */
export const defaultExporters: readonly string[] = [];

/** Names that say nothing about what is inside: what goes there belongs to the room that invented it. */
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
