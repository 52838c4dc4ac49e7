import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TASK_FIELDS } from '#contract/task-fields.ts';
import { LANGUAGES } from '#i18n/languages.ts';

for (const language of LANGUAGES) {
  test(`${language}: every task field and each of its options has a label`, () => {
    const file = new URL(`./messages/${language}/task-fields.json`, import.meta.url);
    const expected = TASK_FIELDS.flatMap(([name, field]) => [
      name,
      ...(field.kind === 'choice' ? field.options.map((option) => `${name}.${option}`) : []),
    ]);
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(file, 'utf8'))), expected);
  });
}
