import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EdmType, findCommonType } from './edm.ts';
import { formatHintForLiteral } from './literal-hints.ts';
import { parseFilter } from './parse-expression.ts';

const TYPES: EdmType[] = [
  ...(['Boolean', 'Int32', 'Int64', 'Single', 'Double', 'Decimal', 'String'] as const),
  ...(['DateTime', 'DateTimeOffset', 'Time', 'Guid', 'Binary'] as const),
];
const LITERALS = [
  ...[
    '4711',
    '-007',
    '12L',
    '1.5',
    '1.5m',
    '-INF',
    'NaN',
    'true',
    "''",
    "'yes'",
    "'true'",
    "'null'",
    "'It''s'",
  ],
  ...[
    "'4711'",
    "'1.5f'",
    "'9999999999'",
    "'1e999'",
    "'yesterday'",
    "'2026-11-21'",
    "'2026-02-30'",
    "'2026-11-21T'",
  ],
  ...["datetime'2026-11-21'", "datetimeoffset'2026-11-21T09:00:00+01:00'", "'PT2H'", "time'PT2H'", "'23AB'"],
  ...["'6f9619ff-8b86-4011-b42d-00c04fc964ff'", "X'23AB'", `'${'ab'.repeat(5_000)}'`, '1'.repeat(5_000)],
];

test('every literal suggested by an error is itself valid and has the expected type', () => {
  const assertValidHint = (literal: string, expected: EdmType) => {
    const hint = formatHintForLiteral(literal, expected);
    const [, suggestions] = /(?:without quotes: |^write an? \w+ as )(.*?)(?:, with the plus sign.*)?$/s.exec(
      hint,
    )!;
    for (const suggestion of suggestions!.split(' or ')) {
      const expression = parseFilter(suggestion);
      assert.ok(expression.kind === 'literal', hint);
      assert.ok(findCommonType(expression.literal.type, expected) !== undefined, `${expected}: ${hint}`);
    }
  };
  for (const expected of TYPES) for (const literal of LITERALS) assertValidHint(literal, expected);
  const contents = fc.string({ unit: 'binary', maxLength: 80 }).filter((text) => !text.includes(' or '));
  fc.assert(
    fc.property(contents, fc.constantFrom(...TYPES), (text, expected) =>
      assertValidHint(`'${text.replaceAll("'", "''")}'`, expected),
    ),
  );
});

test('the hint for a literal with the wrong type suggests the correct form', () => {
  assert.equal(formatHintForLiteral('007', 'String'), "write a String as '007'");
  assert.equal(formatHintForLiteral("'12'", 'Int64'), 'write it without quotes: 12');
  assert.equal(
    formatHintForLiteral("datetime'2026-11-21T08:00Z'", 'DateTimeOffset'),
    "write a DateTimeOffset as datetimeoffset'2026-11-21T08:00Z'",
  );
});
