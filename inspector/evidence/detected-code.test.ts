import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haveSameText, selectDistinctCodes } from './detected-code.ts';

const createQrCode = (text: string) => ({ text, format: 'qr_code' });

test('duplicate, blank and overlong codes are removed', () => {
  const codes = [
    createQrCode('B-2'),
    createQrCode('A-1'),
    createQrCode('B-2'),
    createQrCode(' '),
    createQrCode('x'.repeat(4_001)),
  ];
  assert.deepEqual(selectDistinctCodes(codes), [createQrCode('A-1'), createQrCode('B-2')]);
});

test('two detections are equal if all their codes have the same text', () => {
  assert.ok(
    haveSameText(
      [createQrCode('A'), createQrCode('B')],
      [createQrCode('A'), { text: 'B', format: 'code_128' }],
    ),
  );
  assert.ok(!haveSameText([createQrCode('A')], [createQrCode('A'), createQrCode('B')]));
  assert.ok(!haveSameText([createQrCode('A')], [createQrCode('B')]));
});
