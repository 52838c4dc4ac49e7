import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contractRules, decisions, untestedRules } from './rules.ts';

/** A test, parsed from its name: `<rule>; <rule>: <sentence>`. */
export type RuleTest = { file: string; rules: string[]; sentence: string };

export const listRuleFiles = (): string[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.rules.ts'))
    .sort()
    .map((name) => resolve(import.meta.dirname, name));

/** Matches test names in the source code, so that listing the tests does not require a server. */
const TEST_NAME = /^test\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm;

export const readRuleTests = (): RuleTest[] =>
  listRuleFiles().flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(TEST_NAME)].map(([, singleQuoted, doubleQuoted]) => {
      const name = (singleQuoted ?? doubleQuoted ?? '').replaceAll(/\\(.)/g, '$1');
      const colon = name.indexOf(': ');
      return {
        file: path.slice(import.meta.dirname.length + 1),
        rules: name.slice(0, colon).split('; '),
        sentence: name.slice(colon + 2),
      };
    }),
  );

const ruleTitles: Record<string, string> = { ...contractRules, ...decisions };

/** Returns a message for each rule without a test, and for each unknown rule in a test name. */
export const findGaps = (tests: readonly RuleTest[]): string[] => {
  const namedRules = new Set(tests.flatMap(({ rules }) => rules));
  return [
    ...Object.keys(ruleTitles)
      .filter((rule) => !namedRules.has(rule))
      .map((rule) => `${rule} (${ruleTitles[rule]}) has no test.`),
    ...[...namedRules].filter((rule) => !(rule in ruleTitles)).map((rule) => `"${rule}" is not a rule.`),
  ];
};

/** Formats the tables in README.md: the rules with their tests, and the rules that are not tested here. */
export const formatCoverageTable = (tests: readonly RuleTest[]): string =>
  [
    '| Rule | Subject | Tests |',
    '|---|---|---|',
    ...Object.entries(ruleTitles).map(([rule, title]) => {
      const sentences = tests
        .filter(({ rules }) => rules.includes(rule))
        .map(({ file, sentence }) => `[${file.replace('.rules.ts', '')}](${file}): ${escapeCell(sentence)}`);
      return `| ${rule} | ${escapeCell(title)} | ${sentences.join('<br>')} |`;
    }),
    '',
    '| Not tested here | Why |',
    '|---|---|',
    ...Object.entries(untestedRules).map(([rule, reason]) => `| ${rule} | ${reason} |`),
  ].join('\n');

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('__', '\\_\\_');
