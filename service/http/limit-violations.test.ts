import assert from 'node:assert/strict';
import test from 'node:test';
import createValidators from '@fastify/ajv-compiler';
import fc from 'fast-check';
import type { SchemaViolation } from './field-problems.ts';
import { limitViolations } from './limit-violations.ts';

const Values = {
  anyOf: [
    { type: 'array', items: { type: 'number' } },
    { type: 'array', items: { type: 'string' } },
    { type: 'string' },
  ],
};
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    numbers: { type: 'array', maxItems: 50_000, items: { type: 'number' } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    either: Values,
    byName: { type: 'object', additionalProperties: { type: 'number' } },
    named: { type: 'object', propertyNames: { maxLength: 3 } },
  },
};
const compiled = (code: { process?: (code: string) => string }) => {
  const options = { customOptions: { allErrors: true, verbose: true, coerceTypes: false as const, code } };
  const validate = createValidators()({}, options)({
    schema,
    method: 'POST',
    url: '/',
    httpPart: 'body',
  } as never) as { (data: unknown): boolean; errors?: SchemaViolation[] | null };
  return (data: unknown) => ({ isValid: validate(data), count: validate.errors?.length ?? 0 });
};
const stopping = compiled({ process: limitViolations });
const complete = compiled({});

const times = <Element>(count: number, element: Element) => Array<Element>(count).fill(element);
const BAD: Record<string, (count: number) => unknown> = {
  numbers: (count) => times(count, 'x'),
  rows: (count) => times(count, ['x', 'y']),
  byName: (count) => ({ ...times(count, 'x') }),
  named: (count) => Object.fromEntries(times(count, 1).map((one, index) => [`name${index}`, one])),
};

test('an array or object with very many violations reports little more than a hundred', () => {
  for (const [name, ofCount] of Object.entries(BAD)) {
    for (const count of [1_000, 8_000]) {
      const data = { [name]: ofCount(count) };
      assert.ok(complete(data).count >= count, name);
      assert.ok(stopping(data).count <= 110, `${name}: ${stopping(data).count}`);
      assert.equal(stopping(data).isValid, false, name);
    }
  }
});

test('a union branch that stops early does not make an invalid value valid', () => {
  const texts = times(500, 'x');
  assert.equal(stopping({ either: texts }).isValid, true);
  assert.equal(stopping({ either: [...texts, 5] }).isValid, false);
  assert.equal(stopping({ either: [...texts.map(() => 5), 'x'] }).isValid, false);
});

test('validity never depends on where validation stops', () => {
  const element = fc.oneof(fc.integer(), fc.constant('x'));
  const list = fc
    .tuple(
      fc.array(element, { maxLength: 5 }),
      fc.integer({ min: 0, max: 150 }),
      fc.array(element, { maxLength: 5 }),
    )
    .map(([before, count, after]) => [...before, ...times(count, 'x'), ...after]);
  const data = fc.record(
    { numbers: list, rows: fc.array(list, { maxLength: 3 }), either: list },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(data, (value) => {
      const [one, other] = [stopping(value), complete(value)];
      assert.equal(one.isValid, other.isValid);
      if (other.count <= 100) assert.equal(one.count, other.count);
    }),
    { numRuns: 300 },
  );
});
