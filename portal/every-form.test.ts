import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Files with a form that saves nothing. */
const EXCEPTIONS = ['integration/FeedViewer.tsx'];

const screens = globSync('**/*.tsx', { cwd: import.meta.dirname, exclude: ['dist*/**'] }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(join(import.meta.dirname, file), 'utf8'),
}));

test('every form is an EditForm, which stores unsaved input', () => {
  const plainForms = screens.filter(({ text }) => /<form\b/.test(text)).map(({ file }) => file);
  assert.deepEqual(plainForms.sort(), ['forms/EditForm.tsx', ...EXCEPTIONS]);
});

test('every dialog with a form is a FormModal or FormDrawer, which asks before it discards input', () => {
  const unguardedDialogs = screens.filter(
    ({ text }) => text.includes('<EditForm') && /<(Modal|Drawer)\b/.test(text),
  );
  assert.deepEqual(unguardedDialogs, []);
});
