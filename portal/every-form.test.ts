import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Forms that save nothing. */
const SEARCHES = ['integration/FeedViewer.tsx'];

const screens = globSync('**/*.tsx', { cwd: import.meta.dirname, exclude: ['dist*/**'] }).map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(join(import.meta.dirname, file), 'utf8'),
}));

test('every form stores what is typed until it is saved: it is a DraftForm', () => {
  const plain = screens.filter(({ text }) => /<form\b/.test(text)).map(({ file }) => file);
  assert.deepEqual(plain.sort(), ['forms/DraftForm.tsx', ...SEARCHES]);
});

test('a dialog or drawer with a form asks before it closes: it is a FormModal or FormDrawer', () => {
  const unguarded = screens.filter(
    ({ text }) => text.includes('<DraftForm') && /<(Modal|Drawer)\b/.test(text),
  );
  assert.deepEqual(unguarded, []);
});
