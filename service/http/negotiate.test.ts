import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { prefersPage, selectLanguage } from './negotiate.ts';

const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

test('browsers prefer HTML pages, and API clients prefer JSON', () => {
  const browsers = [CHROME, 'text/html, */*;q=0.1', 'application/json;q=0.5, TEXT/HTML', 'text/*'];
  const apiClients = [
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html, application/json',
    'text/html;q=0.5, application/problem+json',
    'text/html;q=0, */*;q=0.1',
    'text/html;q=2',
    'image/png',
    ',;,=',
  ];
  assert.deepEqual(
    browsers.filter((accept) => !prefersPage(accept)),
    [],
  );
  assert.deepEqual(apiClients.filter(prefersPage), []);
});

test('the available language with the highest weight is selected, or the first one if none is accepted', () => {
  const requests: [header: string | undefined, language: string][] = [
    [undefined, 'en'],
    ['nl', 'nl'],
    ['nl-BE,nl;q=0.9,en;q=0.8', 'nl'],
    ['en-GB,en;q=0.9,nl;q=0.8', 'en'],
    ['de, NL;q=0.3, en;q=0.2', 'nl'],
    ['nl;q=0', 'en'],
    ['nld', 'en'],
    ['fr, *', 'en'],
  ];
  for (const [header, language] of requests) {
    assert.equal(selectLanguage(header, ['en', 'nl']), language, String(header));
  }
});

test('any header is accepted, even if it is malformed', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      prefersPage(header);
      assert.ok(['en', 'nl'].includes(selectLanguage(header, ['en', 'nl'])));
    }),
  );
});

test('the rest of a very long header is ignored', () => {
  const languages = 'fr,'.repeat(20_000);
  assert.equal(selectLanguage(`nl,${languages}`, ['en', 'nl']), 'nl');
  assert.equal(selectLanguage(`${languages}nl`, ['en', 'nl']), 'en');
});
