import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { test } from 'node:test';
import { BUILT_IN_ROLES, PERMISSIONS } from '#service/identity/permissions.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const find = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'data/**', '{portal,inspector}/dist*/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
const allMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second] as const);

/** Without programs, whose brackets are no links. */
const documents = find('**/*.md').map((path) => ({
  path,
  text: read(path).replaceAll(/^ *```[\s\S]*?^ *```/gm, ''),
}));

/** The address of a heading, as the common viewers of Markdown make it. */
const headings = (path: string) =>
  allMatches(read(path), /^#+ (.*)$/gm).map(([heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every file and heading that a document links to is there', () => {
  const broken = documents.flatMap(({ path, text }) =>
    allMatches(text, /\]\(([^)\s#]*)#?([^)\s]*)\)/g)
      .filter(([target]) => !/^[a-z]+:/.test(target))
      .flatMap(([target, heading]) => {
        const file = target === '' ? path : posix.join(posix.dirname(path), target);
        if (!existsSync(resolve(root, file))) return [`${path} links to ${target}, which is not there`];
        const isMissing = heading !== '' && file.endsWith('.md') && !headings(file).includes(heading);
        return isMissing ? [`${path} links to ${target}#${heading}, and there is no such heading`] : [];
      }),
  );
  assert.deepEqual(broken, []);
});

test('every path that a document names is there', () => {
  const rooms =
    'service|contract|sentences|spelling|workbook-engine|report|xlsform|conformance|bench|faults|tools|docs';
  const madeWhileRunning = read('.gitignore').split('\n');
  const missing = documents.flatMap(({ path, text }) =>
    allMatches(text, new RegExp(`\`((?:${rooms})/[\\w./*-]*)\``, 'g'))
      .filter(([named]) => !madeWhileRunning.includes(named) && find(named.replace(/\/$/, '')).length === 0)
      .map(([named]) => `${path} names ${named}`),
  );
  assert.deepEqual(missing, []);
});

/** The sentences of a test file; of `contract, Limits; T5: …` what follows the rules, too. */
const sentences = (path: string): string[] =>
  allMatches(read(path), /\btest\(\s*(['"`])((?:[^\\]|\\.)*?)\1/g).flatMap(([, name]) => {
    const plain = name.replaceAll(/\\(.)/g, '$1');
    return [plain, plain.slice(plain.indexOf(': ') + 2)];
  });

test('every test that a document cites is there, by the words it is cited with', () => {
  const missing = documents.flatMap(({ path, text }) =>
    allMatches(text, /\]\(([^)\s]+\.(?:test|rules)\.ts)\)((?:,? “[^”]+”)+)/g).flatMap(([target, quotes]) => {
      const known = sentences(posix.join(posix.dirname(path), target));
      return allMatches(quotes, /“([^”]+)”/g)
        .filter(([words]) => !known.some((sentence) => sentence.startsWith(words)))
        .map(([words]) => `${path} cites ${target} “${words}”`);
    }),
  );
  assert.deepEqual(missing, []);
});

/** The numbers that have a row in the tables of the documents. */
const explained = new Set(
  ['contract-gaps', 'security', 'operations', 'sign-in'].flatMap((name) =>
    allMatches(read(`docs/${name}.md`), /^\| ([A-Z]\d+) \|/gm).map(([number]) => number),
  ),
);

test('every decision, requirement and fault that the code cites can be looked up', () => {
  const number = '[A-Z]\\d{1,2}';
  const cited = find('{service,contract,spelling,workbook-engine,conformance}/**/*.{ts,sql}').flatMap(
    (path) => {
      // A comment may break its line within a citation.
      const text = read(path).replaceAll(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ');
      return [
        ...allMatches(text, new RegExp(`\\bdecisions? (${number}(?:(?:, | and | to |; )${number})*)`, 'g')),
        ...allMatches(text, /\(([SRL]\d{1,2}(?:, [SRL]\d{1,2})*)\)/g),
      ]
        .flatMap(([numbers]) => numbers.match(new RegExp(number, 'g')) ?? [])
        .map((one) => ({ path, one }));
    },
  );
  const tested = allMatches(read('conformance/rules.ts'), /^ {2}([A-Z]\d{1,2}): /gm);
  assert.ok(cited.length > 50 && tested.length > 50);
  const unexplained = [
    ...cited.filter(({ one }) => !explained.has(one)).map(({ path, one }) => `${path} cites ${one}`),
    ...tested.filter(([one]) => !explained.has(one)).map(([one]) => `conformance/rules.ts knows ${one}`),
  ];
  assert.deepEqual(unexplained, []);
});

test('every setting is explained to the operator', () => {
  const settings = [
    ...new Set(allMatches(read('service/config.ts'), /\bsetting\('([A-Z_]+)'\)/g).map(([name]) => name)),
  ];
  assert.ok(settings.length > 5);
  for (const name of settings) {
    assert.match(read('.env.example'), new RegExp(`^#?${name}=`, 'm'));
    assert.ok(read('docs/operations.md').includes(`\`${name}\``), name);
  }
});

test('every permission and built-in role is explained, with what it holds', () => {
  const text = read('docs/permissions.md');
  for (const name of Object.keys(PERMISSIONS)) assert.ok(text.includes(`| \`${name}\``), name);
  for (const { name, isTenantWide, permissions } of BUILT_IN_ROLES) {
    const held =
      permissions.length === Object.keys(PERMISSIONS).length
        ? 'all'
        : permissions.map((permission) => `\`${permission}\``).join(', ');
    assert.ok(text.includes(`| ${name} | ${isTenantWide ? 'tenant' : 'own teams'} | ${held} |`), name);
  }
});
