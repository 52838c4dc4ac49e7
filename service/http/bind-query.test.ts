import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKnownNames } from './bind-names.ts';
import { bindQuery, parseQuery } from './bind-query.ts';

const parse = (text: string) => ({ ...parseQuery(text) });

test('names and values in a query are decoded, and a plus sign becomes a space', () => {
  assert.deepEqual(parse('%24filter=Title%20eq+%27%C3%BC+%2B%3D%26%27&$top=5&=x&y&&z=='), {
    $filter: "Title eq 'ü +=&'",
    $top: '5',
    '': 'x',
    y: '',
    z: '=',
  });
  assert.deepEqual(parse('x=%F0%9F%94%A7%EF%BF%BD%00'), { x: '🔧\ufffd\0' });
  assert.deepEqual(parse("x='100%'&y=%zz%4"), { x: "'100%'", y: '%zz%4' });
  assert.deepEqual(parse(''), {});
});

test('all values of a repeated parameter are returned', () => {
  assert.deepEqual(parse('x=1&y=2&%78=3&x=%ff'), { x: ['1', '3', null], y: '2' });
});

test('a parameter value with invalid UTF-8 becomes null', () => {
  for (const bytes of ['%ff', "'100%'%ff", '%C3', '%C3+%BC', '%ED%A0%80', '%C0%80', '%F0%9F%94']) {
    assert.deepEqual(parse(`y=a&x=${bytes}&z=b`), { y: 'a', x: null, z: 'b' }, bytes);
  }
  const bind = (text: string) => bindQuery(parseQuery(text), buildKnownNames(['groupId']));
  assert.throws(() => bind('groupid=%ff'), /'groupId' is not percent-encoded UTF-8/);
  assert.deepEqual(bind('groupid=5'), { groupId: '5' });
});
