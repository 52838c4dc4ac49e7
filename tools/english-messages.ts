import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Messages } from '#i18n/translator.ts';
import { findSentences } from '#service/architecture/find-sentences.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';

const root = resolve(import.meta.dirname, '..');
const NON_PRODUCTION_PATTERN = /\.test\.ts$|\/testing\/|^service\/architecture\//;

const collectSentences = (sources: string, excluded: Messages = {}): Messages => {
  const paths = globSync(sources, { cwd: root }).filter((path) => !NON_PRODUCTION_PATTERN.test(path));
  const patterns = paths.flatMap((path) => findSentences(readFileSync(resolve(root, path), 'utf8')));
  return sortMessages(
    patterns.filter((pattern) => !(pattern in excluded)).map((pattern) => [pattern, pattern]),
  );
};

const sortMessages = (messages: [key: string, text: string][]): Messages =>
  Object.fromEntries(messages.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the English messages in the code, by the path of the file to which they are written. */
export const collectEnglishMessages = (): Record<string, Messages> => {
  const engineSentences = collectSentences('{i18n,workbook-engine}/**/*.ts');
  return {
    'workbook-engine/messages/en/sentences.json': engineSentences,
    'workbook-engine/messages/en/function-help.json': sortMessages(
      [...functions].map(([name, { description }]) => [name, description]),
    ),
    'service/messages/en/sentences.json': collectSentences(
      '{contract,service,xlsform}/**/*.ts',
      engineSentences,
    ),
  };
};
