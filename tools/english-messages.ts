import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Texts } from '#i18n/texts.ts';
import { sentencesIn } from '#service/architecture/sentences-in.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';

const root = resolve(import.meta.dirname, '..');
const NOT_PRODUCTION = /\.test\.ts$|\/testing\/|^service\/architecture\//;

/** The sentences in the source files, by their pattern. A sentence of the engine is not repeated for the service. */
const sentencesOf = (sources: string, except: Texts = {}): Texts => {
  const paths = globSync(sources, { cwd: root }).filter((path) => !NOT_PRODUCTION.test(path));
  const patterns = paths.flatMap((path) => sentencesIn(readFileSync(resolve(root, path), 'utf8')));
  return inOrder(patterns.filter((pattern) => !(pattern in except)).map((pattern) => [pattern, pattern]));
};

const inOrder = (messages: [key: string, text: string][]): Texts =>
  Object.fromEntries(messages.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** The messages that are in the code, by the path of their file. */
export const englishMessages = (): Record<string, Texts> => {
  const ofEngine = sentencesOf('{i18n,workbook-engine}/**/*.ts');
  return {
    'workbook-engine/messages/en/sentences.json': ofEngine,
    'workbook-engine/messages/en/function-help.json': inOrder(
      [...functions].map(([name, { description }]) => [name, description]),
    ),
    'service/messages/en/sentences.json': sentencesOf('{contract,service,xlsform}/**/*.ts', ofEngine),
  };
};
