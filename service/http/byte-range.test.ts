import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRange } from './byte-range.ts';

test('a Range header is parsed as RFC 9110 specifies', () => {
  const ranges: [string | undefined, ReturnType<typeof parseRange>][] = [
    [undefined, 'all'],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes=5-5', { start: 5, end: 5 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=9-5', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['bytes=', 'all'],
    ['bytes=-', 'all'],
    ['lines=1-2', 'all'],
    ['bytes=99999999999999999999-', 'all'],
  ];
  for (const [header, expected] of ranges)
    assert.deepEqual(parseRange(header, 100), expected, String(header));
});
