import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

/* A mutated response is either rejected or still has the same verified content. */

const { expected, respond } = createTrust();
const attributes = { 'http://x.example/claims/role': ['Inspector', 'a & b', '<admin>'], 'urn:x/y': ['z'] };
const responses = (['1.1', '2.0'] as const).map((saml) =>
  respond({ saml, attributes, subject: 'alice.admin' }),
);
const verifiedContent = verifySignInResponse(responses[0]!, expected);

/** Fails if a message is accepted with different content. Returns whether it is rejected. */
const assertRejectedOrUnchanged = (message: string): boolean => {
  try {
    assert.deepEqual(verifySignInResponse(message, expected), verifiedContent);
    return false;
  } catch (error) {
    if (!(error instanceof SignInDeniedError)) throw error;
    return true;
  }
};

/** Returns the start and end of the signed assertion. */
const findBounds = (message: string) => {
  const [token] = /<(?:saml:)?Assertion[\s\S]*Assertion>/.exec(message)!;
  const start = message.indexOf(token);
  return { start, end: start + token.length };
};

const anyResponse = fc.constantFrom(...responses);
/** Single characters, and sequences that some parsers treat specially. */
const anyInsertion = fc.oneof(
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

test('after one character of the signed assertion changes, a response is either rejected or still has the same content', () => {
  let accepted = 0;
  const mutation = fc.record({
    message: anyResponse,
    position: fc.nat(),
    removed: fc.nat(1),
    inserted: fc.option(anyInsertion),
  });
  fc.assert(
    fc.property(mutation, ({ message, position, removed, inserted }) => {
      const { start, end } = findBounds(message);
      const index = start + (position % (end - start));
      const mutated = message.slice(0, index) + (inserted ?? '') + message.slice(index + removed);
      if (!assertRejectedOrUnchanged(mutated)) accepted += 1;
    }),
    { numRuns: 3000 },
  );
  // Some changes have no effect: white space in tags, comments, and the certificate in KeyInfo.
  assert.ok(accepted > 10, `${accepted} accepted`);
});

test('after two random changes, a message is either rejected or still has the same content', () => {
  const change = fc.record({ position: fc.nat(), removed: fc.nat(3), inserted: fc.option(anyInsertion) });
  fc.assert(
    fc.property(anyResponse, fc.tuple(change, change), (message, changes) => {
      const mutated = changes.reduce((text, { position, removed, inserted }) => {
        const index = position % text.length;
        return text.slice(0, index) + (inserted ?? '') + text.slice(index + removed);
      }, message);
      assertRejectedOrUnchanged(mutated);
    }),
    { numRuns: 1500 },
  );
});

/** Returns the start and end of each element in a message. */
const findElements = (message: string): { start: number; end: number }[] => {
  const open: number[] = [];
  const elements: { start: number; end: number }[] = [];
  for (const { 0: tag, index } of message.matchAll(/<[^>]*>/g)) {
    if (!tag.startsWith('</')) open.push(index);
    else elements.push({ start: open.pop()!, end: index + tag.length });
  }
  return elements;
};

test('after elements have been copied, moved or renamed, a message is either rejected or still has the same content', () => {
  const move = fc.record({
    element: fc.nat(),
    target: fc.nat(),
    isCopied: fc.boolean(),
    isBefore: fc.boolean(),
    isRenamed: fc.boolean(),
    hasOtherId: fc.boolean(),
  });
  fc.assert(
    fc.property(anyResponse, fc.array(move, { minLength: 1, maxLength: 3 }), (message, moves) => {
      const mutated = moves.reduce((text, { element, target, ...options }) => {
        const elements = findElements(text);
        const { start, end } = elements[element % elements.length]!;
        const targetElement = elements[target % elements.length]!;
        let moved = text.slice(start, end);
        if (options.isRenamed) moved = moved.replaceAll('alice.admin', 'admin');
        if (options.hasOtherId) moved = moved.replaceAll('_660ec874', '_evil');
        const position = options.isBefore ? targetElement.start : targetElement.end;
        const isInside = position > start && position < end;
        if (options.isCopied || isInside) return text.slice(0, position) + moved + text.slice(position);
        const rest = text.slice(0, start) + text.slice(end);
        const restPosition = position >= end ? position - (end - start) : position;
        return rest.slice(0, restPosition) + moved + rest.slice(restPosition);
      }, message);
      // A move that splits a parent element results in malformed XML, which is rejected.
      assertRejectedOrUnchanged(mutated);
    }),
    { numRuns: 1500 },
  );
});
