import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { contractRules, decisions, notJudgedHere } from './rules.ts';

/** A test as its name says it: `<rule>; <rule>: <sentence>`. */
export type RuleTest = { file: string; rules: string[]; sentence: string };

export const ruleFiles = (): string[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.rules.ts'))
    .sort()
    .map((name) => resolve(import.meta.dirname, name));

/** The names of tests as they stand in the source: to list them no server is needed. */
const TEST_NAME = /^test\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/gm;

export const readRuleTests = (): RuleTest[] =>
  ruleFiles().flatMap((path) =>
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

/** Rules that no test names, and names in tests that are no rule. */
export const gaps = (tests: readonly RuleTest[]): string[] => {
  const named = new Set(tests.flatMap(({ rules }) => rules));
  return [
    ...Object.keys(titles)
      .filter((rule) => !named.has(rule))
      .map((rule) => `${rule} (${titles[rule]}) is named by no test.`),
    ...[...named].filter((rule) => !(rule in titles)).map((rule) => `"${rule}" is no rule.`),
  ];
};

/** The table of README.md: each rule with the tests that judge it. */
export const coverageTable = (tests: readonly RuleTest[]): string =>
  [
    '| Rule | What it is about | Tests |',
    '|---|---|---|',
    ...Object.entries(titles).map(([rule, title]) => {
      const sentences = tests
        .filter(({ rules }) => rules.includes(rule))
        .map(({ file, sentence }) => `[${file.replace('.rules.ts', '')}](${file}): ${cell(sentence)}`);
      return `| ${rule} | ${cell(title)} | ${sentences.join('<br>')} |`;
    }),
    '',
    '| Not judged here | Why |',
    '|---|---|',
    ...Object.entries(notJudgedHere).map(([rule, why]) => `| ${rule} | ${why} |`),
  ].join('\n');

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('__', '\\_\\_');
