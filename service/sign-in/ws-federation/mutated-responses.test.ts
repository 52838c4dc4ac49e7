import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SignInDenied } from '#service/sign-in/sign-in-denied.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

/*
 * A mutated signed response is either rejected, or its verified content is unchanged.
 */

const { expected, respond } = createTrust();
const attributes = { 'http://x.example/claims/role': ['Inspector', 'a & b', '<admin>'], 'urn:x/y': ['z'] };
const honest = (['1.1', '2.0'] as const).map((saml) => respond({ saml, attributes, subject: 'alice.admin' }));
const genuine = verifySignInResponse(honest[0]!, expected);

const isRejectedOrSame = (message: string): boolean => {
  try {
    assert.deepEqual(verifySignInResponse(message, expected), genuine);
    return false;
  } catch (error) {
    if (!(error instanceof SignInDenied)) throw error;
    return true;
  }
};

/** The start and end of the signed assertion. */
const bounds = (message: string) => {
  const [token] = /<(?:saml:)?Assertion[\s\S]*Assertion>/.exec(message)!;
  const start = message.indexOf(token);
  return { start, end: start + token.length };
};

const anyHonest = fc.constantFrom(...honest);
/** Single characters first, then sequences that have a meaning to some parser. */
const inserted = fc.oneof(
  fc.constantFrom(...'<>&;"\'= /!?-[]:#x0aAeé\t\r\n\0\u0085\u2028\uFEFF'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    '<!---->',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<![CDATA[]]>',
    '<?x?>',
    '<b/>',
    '&amp;',
    '&#65;',
    '</',
  ),
);

test('inserting, removing or changing a character of the signed assertion changes nothing or is rejected', () => {
  let accepted = 0;
  const mutation = fc.record({
    message: anyHonest,
    place: fc.nat(),
    removed: fc.nat(1),
    more: fc.option(inserted),
  });
  fc.assert(
    fc.property(mutation, ({ message, place, removed, more }) => {
      const { start, end } = bounds(message);
      const at = start + (place % (end - start));
      const mutated = message.slice(0, at) + (more ?? '') + message.slice(at + removed);
      if (!isRejectedOrSame(mutated)) accepted += 1;
    }),
    { numRuns: 3000 },
  );
  // White space in tags, comments and the certificate in KeyInfo have no effect.
  assert.ok(accepted > 10, `${accepted} of them were accepted`);
});

test('two changes anywhere in the message change nothing or are rejected', () => {
  const change = fc.record({ place: fc.nat(), removed: fc.nat(3), more: fc.option(inserted) });
  fc.assert(
    fc.property(anyHonest, fc.tuple(change, change), (message, changes) => {
      const mutated = changes.reduce((text, { place, removed, more }) => {
        const at = place % text.length;
        return text.slice(0, at) + (more ?? '') + text.slice(at + removed);
      }, message);
      isRejectedOrSame(mutated);
    }),
    { numRuns: 1500 },
  );
});

/** The elements of a message with their positions in its text. */
const elementsIn = (message: string): { start: number; end: number }[] => {
  const open: number[] = [];
  const found: { start: number; end: number }[] = [];
  for (const { 0: tag, index } of message.matchAll(/<[^>]*>/g)) {
    if (!tag.startsWith('</')) open.push(index);
    else found.push({ start: open.pop()!, end: index + tag.length });
  }
  return found;
};

test('copying, moving, removing or renaming elements changes nothing or is rejected', () => {
  const move = fc.record({
    element: fc.nat(),
    target: fc.nat(),
    isCopied: fc.boolean(),
    isBefore: fc.boolean(),
    isRenamed: fc.boolean(),
    hasOtherId: fc.boolean(),
  });
  fc.assert(
    fc.property(anyHonest, fc.array(move, { minLength: 1, maxLength: 3 }), (message, moves) => {
      const moved = moves.reduce((text, one) => {
        const elements = elementsIn(text);
        const { start, end } = elements[one.element % elements.length]!;
        const target = elements[one.target % elements.length]!;
        let piece = text.slice(start, end);
        if (one.isRenamed) piece = piece.replaceAll('alice.admin', 'admin');
        if (one.hasOtherId) piece = piece.replaceAll('_660ec874', '_evil');
        const at = one.isBefore ? target.start : target.end;
        const isInside = at > start && at < end;
        if (one.isCopied || isInside) return text.slice(0, at) + piece + text.slice(at);
        const rest = text.slice(0, start) + text.slice(end);
        const place = at >= end ? at - (end - start) : at;
        return rest.slice(0, place) + piece + rest.slice(place);
      }, message);
      // A move that splits a parent leaves malformed XML, which is rejected.
      isRejectedOrSame(moved);
    }),
    { numRuns: 1500 },
  );
});
