import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInnermostField, parseOutermostField, readAnswer } from './change-answers.ts';

test('reads an answer or a repeat instance by its path', () => {
  const answers = { Height: 3, Defects: [{ Depth: 1 }, { Parts: [{ Name: 'bolt' }] }] };
  const answersByPath = ['Height', 'Defects[0].Depth', 'Defects[1].Parts[0].Name', 'Defects[0]'].map((path) =>
    readAnswer(answers, path),
  );
  assert.deepEqual(answersByPath, [3, 1, 'bolt', { Depth: 1 }]);
  for (const path of ['Width', 'Defects[7].Depth', 'Width[0].Depth', 'Defects[0].toString', 'constructor'])
    assert.equal(readAnswer(answers, path), undefined, path);
});

test('reads the outermost and the innermost field name of a path', () => {
  assert.deepEqual(
    ['Height', 'Defects[2].Depth'].map((path) => [parseOutermostField(path), parseInnermostField(path)]),
    [
      ['Height', 'Height'],
      ['Defects', 'Depth'],
    ],
  );
});
