import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatContentDisposition } from './content-disposition.ts';

test('any file name is encoded completely and on a single line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (name) => {
      const header = formatContentDisposition('attachment', name);
      assert.match(
        header,
        /^attachment; filename="[ !#-$&-[\]-~]*"; filename\*=UTF-8''[!#-&+\-.0-9A-Z^-z|~]+$/,
      );
      assert.equal(decodeURIComponent(header.split("''")[1]!), name.toWellFormed());
    }),
  );
});
