import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { TaskHistoryEntry } from '#contract/task-history.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/integrate/history.md'), 'utf8');

test('the history guide explains every kind of entry', () => {
  const [header, ...explainedKinds] = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  const kinds = TaskHistoryEntry.anyOf.map(({ properties }) => properties.kind.const);
  assert.deepEqual([header, explainedKinds.sort()], ['kind', kinds.sort()]);
});
