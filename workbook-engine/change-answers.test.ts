import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerAt, fieldOfPath, nameOfPath } from './change-answers.ts';

test('a path leads to an answer, an entry, or nothing', () => {
  const answers = { Height: 3, Defects: [{ Depth: 1 }, { Parts: [{ Name: 'bolt' }] }] };
  const found = ['Height', 'Defects[0].Depth', 'Defects[1].Parts[0].Name', 'Defects[0]'].map((path) =>
    answerAt(answers, path),
  );
  assert.deepEqual(found, [3, 1, 'bolt', { Depth: 1 }]);
  for (const path of ['Width', 'Defects[7].Depth', 'Width[0].Depth', 'Defects[0].toString', 'constructor'])
    assert.equal(answerAt(answers, path), undefined, path);
});

test('a path tells the field of the workbook that it belongs to, and the one that it leads to', () => {
  assert.deepEqual(
    ['Height', 'Defects[2].Depth'].map((path) => [fieldOfPath(path), nameOfPath(path)]),
    [
      ['Height', 'Height'],
      ['Defects', 'Depth'],
    ],
  );
});
