import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEnglish } from '#i18n/message.ts';
import { readTaskColumns } from './task-columns.ts';
import { readTaskRow } from './task-row.ts';

test('a task file row lists its first ten errors and counts all of them', () => {
  const names = ['externalId', 'title', 'teamName', 'workbookName'];
  const { columns } = readTaskColumns(names, { hasDecimalComma: false });
  const cells = ['A', 'One', 'Bridges', 'Railing', ...Array<string>(996).fill('x')];
  const { errors } = readTaskRow(columns, { line: 2, cells });
  assert.equal(errors.length, 11);
  assert.equal(toEnglish(errors[10]!.message), 'The row has 996 errors; only the first 10 are listed.');
});
