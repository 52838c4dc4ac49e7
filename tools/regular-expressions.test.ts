import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { checkSync } from 'recheck';

/*
 * A regular expression that backtracks can take seconds on an input of a few kilobytes (R24): `\$\{\s*([^{}]*?)\s*\}`
 * took a minute on 4,000 spaces. Every expression in the server must take linear time, or be listed here with the
 * reason for the exception.
 */

/** Files whose slow expressions are harmless because they read only short or trusted strings, with the reason. */
const FILES_WITH_SAFE_INPUT: Readonly<Record<string, string>> = {
  'report/report-file-name.ts': 'reads 100 characters',
  'service/config.ts': 'reads a setting',
  'service/embedded-postgres/postmaster.ts': 'reads the log of the embedded PostgreSQL',
  'service/files-location.ts': 'reads a setting',
  'service/identity/passwords.ts': 'reads a hash',
  'service/identity/tokens/network.ts': 'reads a valid IP address',
  'service/reports/document/printable.ts':
    'runs in a thread, on strings with at most two line breaks in a row',
  'service/spreadsheets/cell-text.ts': 'runs in a thread that is stopped after a few seconds',
  'service/spreadsheets/sheet-names.ts': 'reads a workbook title of at most 256 characters',
  'service/uploads/file-name.ts': 'reads 1,000 characters',
  'xlsform/assign-names.ts': 'runs in a thread that is stopped after a few seconds',
  'xlsform/expression-tokens.ts': 'runs in a thread that is stopped after a few seconds',
  'xlsform/import-bounds.ts': 'runs in a thread that is stopped after a few seconds',
  'xlsform/import-text.ts': 'runs in a thread that is stopped after a few seconds',
};

/**
 * Matches a regular expression literal. In code formatted by Biome, its slash follows one of these characters. The
 * slash of a division does not, because no operand ends with any of them.
 */
const LITERAL_PATTERN =
  /(?<=[=(,:?[!&|>;{]\s*|return\s)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g;
const COMMENT_LINE_PATTERN = /^\s*(?:\/\/|\*|\/\*).*$/gm;
const FOLDERS = '{contract,i18n,report,service,spelling,workbook-engine,xlsform}';
/** The checker does not support Unicode properties, so each one is replaced with a letter. */
const UNICODE_PROPERTY_PATTERN = /\\p\{[^}]*\}/gi;

test("the server's regular expressions take linear time", () => {
  const slowExpressions = new Map<string, string[]>();
  let expressionCount = 0;
  for (const file of globSync(`${FOLDERS}/**/*.ts`)) {
    if (file.endsWith('.test.ts') || file.includes('/testing/')) continue;
    const code = readFileSync(file, 'utf8').replaceAll(COMMENT_LINE_PATTERN, '');
    for (const [literal, source = '', flags = ''] of code.matchAll(LITERAL_PATTERN)) {
      expressionCount++;
      const { status } = checkSync(source.replaceAll(UNICODE_PROPERTY_PATTERN, 'a'), flags.replace('v', 'u'));
      if (status !== 'safe') slowExpressions.set(file, [...(slowExpressions.get(file) ?? []), literal]);
    }
  }
  assert.ok(expressionCount > 200, `only ${expressionCount} expressions were found`);
  const unlistedFiles = [...slowExpressions].filter(([file]) => !(file in FILES_WITH_SAFE_INPUT));
  assert.deepEqual(unlistedFiles, []);
  assert.deepEqual(
    Object.keys(FILES_WITH_SAFE_INPUT).filter((file) => !slowExpressions.has(file)),
    [],
    'these exceptions are no longer needed',
  );
});
