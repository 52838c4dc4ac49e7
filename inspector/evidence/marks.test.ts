import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMark, drawMarks, MARK_COLORS, type Mark, type MarkContext, wrapText } from './marks.ts';

const SIZE = { width: 1_600, height: 1_200 };

/** Creates a drawing context that records method calls. Each letter is 30 pixels wide. */
const createRecordingContext = () => {
  const calls: { method: string; color: string; width: number; coordinates: number[] }[] = [];
  const context = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    lineCap: 'butt',
    lineJoin: 'miter',
  } as Record<string, unknown>;
  const createRecordingMethod =
    (method: string) =>
    (...values: unknown[]) => {
      const color = String(method === 'fillText' ? context.fillStyle : context.strokeStyle);
      const coordinates = values.filter((value) => typeof value === 'number');
      calls.push({ method, color, width: Number(context.lineWidth), coordinates });
    };
  for (const method of [
    'beginPath',
    'moveTo',
    'lineTo',
    'quadraticCurveTo',
    'stroke',
    'strokeText',
    'fillText',
  ])
    context[method] = createRecordingMethod(method);
  context.measureText = (text: string) => ({ width: text.length * 30 });
  return { context: context as unknown as MarkContext, calls };
};

const recordDrawing = (...marks: Mark[]) => {
  const { context, calls } = createRecordingContext();
  drawMarks(context, marks, SIZE);
  return calls;
};

test('a line is drawn in its colour on top of a wider white line', () => {
  const strokes = recordDrawing({
    kind: 'pen',
    color: 'red',
    points: [
      { x: 1, y: 1 },
      { x: 9, y: 9 },
    ],
  }).filter(({ method }) => method === 'stroke');
  assert.deepEqual(
    strokes.map(({ color, width }) => ({ color, width })),
    [
      { color: '#ffffff', width: 20 },
      { color: MARK_COLORS.red, width: 10 },
    ],
  );
});

test('an arrow points to where the finger was lifted', () => {
  const calls = recordDrawing({
    kind: 'arrow',
    color: 'blue',
    from: { x: 100, y: 100 },
    to: { x: 500, y: 100 },
  });
  const lines = calls.filter(({ method }) => method === 'lineTo');
  assert.deepEqual(
    lines.map(({ coordinates }) => coordinates),
    [
      [500, 100],
      [500, 100],
      [500, 100],
    ],
  );
  const wings = calls.filter(({ method }) => method === 'moveTo').slice(1);
  assert.ok(wings.every(({ coordinates: [x = 0] }) => x < 500 && x > 400));
});

test('text at the edge is moved fully inside the picture', () => {
  const calls = recordDrawing({
    kind: 'text',
    color: 'black',
    position: { x: 1_590, y: 1_190 },
    text: 'Crack of 2 mm',
  });
  const { coordinates } = calls.find(({ method }) => method === 'fillText')!;
  assert.ok(coordinates[0]! + 'Crack of 2 mm'.length * 30 <= SIZE.width, String(coordinates[0]));
  assert.ok(coordinates[1]! + 1_600 / 24 <= SIZE.height, String(coordinates[1]));
});

test('wrapped lines fit the width, and no letters are lost', () => {
  const words = fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,8}$/);
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 20 }), (text, maxWidth) => {
      const lines = wrapText(text, maxWidth, (line) => line.length);
      assert.ok(lines.every((line) => line.length <= maxWidth));
      assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
    }),
  );
});

test('a tap draws a dot with the pen, and nothing with the arrow', () => {
  const tap = [
    { x: 700, y: 500 },
    { x: 702, y: 501 },
  ];
  assert.equal(createMark('arrow', 'red', tap, SIZE), undefined);
  assert.deepEqual(createMark('pen', 'red', tap, SIZE), { kind: 'pen', color: 'red', points: tap });
  assert.equal(createMark('pen', 'red', [], SIZE), undefined);
});
