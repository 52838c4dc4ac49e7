import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contractRules, decisions, notTestedHere } from './rules.ts';

/** A test, parsed from its name: `<rule>; <rule>: <sentence>`. */
export type RuleTest = { file: string; rules: string[]; sentence: string };

export const listRuleFiles = (): string[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.rules.ts'))
    .sort()
    .map((name) => resolve(import.meta.dirname, name));

/** Matches test names in the source code so that listing them does not require a server. */
const TEST_NAME = /^test\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm;

export const readRuleTests = (): RuleTest[] =>
  listRuleFiles().flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(TEST_NAME)].map(([, single, double]) => {
      const name = (single ?? double ?? '').replaceAll(/\\(.)/g, '$1');
      const colon = name.indexOf(': ');
      return {
        file: path.slice(import.meta.dirname.length + 1),
        rules: name.slice(0, colon).split('; '),
        sentence: name.slice(colon + 2),
      };
    }),
  );

const titles: Record<string, string> = { ...contractRules, ...decisions };

/** Rules without a test, and unknown rules mentioned in test names. */
export const findGaps = (tests: readonly RuleTest[]): string[] => {
  const named = new Set(tests.flatMap(({ rules }) => rules));
  return [
    ...Object.keys(titles)
      .filter((rule) => !named.has(rule))
      .map((rule) => `${rule} (${titles[rule]}) has no test.`),
    ...[...named].filter((rule) => !(rule in titles)).map((rule) => `"${rule}" is not a rule.`),
  ];
};

/** The table in README.md: each rule with its tests. */
export const formatCoverageTable = (tests: readonly RuleTest[]): string =>
  [
    '| Rule | Subject | Tests |',
    '|---|---|---|',
    ...Object.entries(titles).map(([rule, title]) => {
      const sentences = tests
        .filter(({ rules }) => rules.includes(rule))
        .map(({ file, sentence }) => `[${file.replace('.rules.ts', '')}](${file}): ${escapeCell(sentence)}`);
      return `| ${rule} | ${escapeCell(title)} | ${sentences.join('<br>')} |`;
    }),
    '',
    '| Not tested here | Why |',
    '|---|---|',
    ...Object.entries(notTestedHere).map(([rule, why]) => `| ${rule} | ${why} |`),
  ].join('\n');

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('__', '\\_\\_');
