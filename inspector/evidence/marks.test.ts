import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawMarks, MARK_COLOURS, type Mark, type MarkContext, traceMark, wrapText } from './marks.ts';

const SIZE = { width: 1_600, height: 1_200 };

/** Writes down what is drawn; a letter is 30 pixels wide. */
const recorder = () => {
  const acts: { act: string; colour: string; width: number; at: number[] }[] = [];
  const context = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    lineCap: 'butt',
    lineJoin: 'miter',
  } as Record<string, unknown>;
  const write =
    (act: string) =>
    (...values: unknown[]) => {
      const colour = String(act === 'fillText' ? context.fillStyle : context.strokeStyle);
      const at = values.filter((value) => typeof value === 'number');
      acts.push({ act, colour, width: Number(context.lineWidth), at });
    };
  for (const act of ['beginPath', 'moveTo', 'lineTo', 'quadraticCurveTo', 'stroke', 'strokeText', 'fillText'])
    context[act] = write(act);
  context.measureText = (text: string) => ({ width: text.length * 30 });
  return { context: context as unknown as MarkContext, acts };
};

const drawn = (...marks: Mark[]) => {
  const { context, acts } = recorder();
  drawMarks(context, marks, SIZE);
  return acts;
};

test('a line is drawn in its colour over a wider white one', () => {
  const strokes = drawn({
    kind: 'pen',
    colour: 'red',
    points: [
      { x: 1, y: 1 },
      { x: 9, y: 9 },
    ],
  }).filter(({ act }) => act === 'stroke');
  assert.deepEqual(
    strokes.map(({ colour, width }) => ({ colour, width })),
    [
      { colour: '#ffffff', width: 20 },
      { colour: MARK_COLOURS.red, width: 10 },
    ],
  );
});

test('an arrow points at where the finger was lifted', () => {
  const acts = drawn({ kind: 'arrow', colour: 'blue', from: { x: 100, y: 100 }, to: { x: 500, y: 100 } });
  const lines = acts.filter(({ act }) => act === 'lineTo');
  assert.deepEqual(
    lines.map(({ at }) => at),
    [
      [500, 100],
      [500, 100],
      [500, 100],
    ],
  );
  const wings = acts.filter(({ act }) => act === 'moveTo').slice(1);
  assert.ok(wings.every(({ at: [x = 0] }) => x < 500 && x > 400));
});

test('text that is put at the edge is wholly on the picture', () => {
  const acts = drawn({ kind: 'text', colour: 'black', at: { x: 1_590, y: 1_190 }, text: 'Crack of 2 mm' });
  const { at } = acts.find(({ act }) => act === 'fillText')!;
  assert.ok(at[0]! + 'Crack of 2 mm'.length * 30 <= SIZE.width, String(at[0]));
  assert.ok(at[1]! + 1_600 / 24 <= SIZE.height, String(at[1]));
});

test('every letter of a text is on lines that fit', () => {
  const words = fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,8}$/);
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 20 }), (text, most) => {
      const lines = wrapText(text, most, (line) => line.length);
      assert.ok(lines.every((line) => line.length <= most));
      assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
    }),
  );
});

test('a tap draws a dot with the pen, and no arrow', () => {
  const tap = [
    { x: 700, y: 500 },
    { x: 702, y: 501 },
  ];
  assert.equal(traceMark('arrow', 'red', tap, SIZE), undefined);
  assert.deepEqual(traceMark('pen', 'red', tap, SIZE), { kind: 'pen', colour: 'red', points: tap });
  assert.equal(traceMark('pen', 'red', [], SIZE), undefined);
});
