import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Messages } from '#i18n/translator.ts';
import { findMessages } from '#service/architecture/find-messages.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';

const root = resolve(import.meta.dirname, '..');
const NON_PRODUCTION_PATTERN = /\.test\.ts$|\/testing\/|^service\/architecture\//;

const collectMessages = (sources: string, excluded: Messages = {}): Messages => {
  const paths = globSync(sources, { cwd: root }).filter((path) => !NON_PRODUCTION_PATTERN.test(path));
  const patterns = paths.flatMap((path) => findMessages(readFileSync(resolve(root, path), 'utf8')));
  return sortMessages(
    patterns.filter((pattern) => !(pattern in excluded)).map((pattern) => [pattern, pattern]),
  );
};

const sortMessages = (messages: [key: string, text: string][]): Messages =>
  Object.fromEntries(messages.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns messages by the path of the file they are written to. */
export const collectEnglishMessages = (): Record<string, Messages> => {
  const engineMessages = collectMessages('{i18n,workbook-engine}/**/*.ts');
  return {
    'workbook-engine/messages/en/sentences.json': engineMessages,
    'workbook-engine/messages/en/function-help.json': sortMessages(
      [...functions].map(([name, { description }]) => [name, description]),
    ),
    'service/messages/en/sentences.json': collectMessages(
      '{contract,service,xlsform}/**/*.ts',
      engineMessages,
    ),
  };
};
