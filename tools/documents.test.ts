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

/** Without code blocks, whose brackets are not links. */
const documents = find('**/*.md').map((path) => ({
  path,
  text: read(path).replaceAll(/^ *```[\s\S]*?^ *```/gm, ''),
}));

/** The anchors of the headings, as the common Markdown viewers create them. */
const headings = (path: string) =>
  allMatches(read(path), /^#+ (.*)$/gm).map(([heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every file and heading that a document links to exists', () => {
  const broken = documents.flatMap(({ path, text }) =>
    allMatches(text, /\]\(([^)\s#]*)#?([^)\s]*)\)/g)
      .filter(([target]) => !/^[a-z]+:/.test(target))
      .flatMap(([target, heading]) => {
        const file = target === '' ? path : posix.join(posix.dirname(path), target);
        if (!existsSync(resolve(root, file))) return [`${path} links to ${target}, which does not exist`];
        const isMissing = heading !== '' && file.endsWith('.md') && !headings(file).includes(heading);
        return isMissing ? [`${path} links to ${target}#${heading}, but this heading does not exist`] : [];
      }),
  );
  assert.deepEqual(broken, []);
});

test('the index of documents links to every page', () => {
  const index = read('docs/README.md');
  const missing = find('docs/{integrate,use,operate,contribute}/*')
    .map((path) => path.replace('docs/', ''))
    .filter((path) => !index.includes(`](${path})`));
  assert.deepEqual(missing, []);
});

test('the index of decisions links to every decision by its title', () => {
  const folder = 'docs/contribute/decisions';
  const index = read(`${folder}/README.md`);
  const missing = find(`${folder}/0*.md`).filter((path) => {
    const [, title] = /^# (.*)/.exec(read(path))!;
    return !index.includes(`[${title}](${posix.basename(path)})`);
  });
  assert.deepEqual(missing, []);
});

test('every page opens with what its reader can do afterwards', () => {
  const pages = [
    ...find('docs/{integrate,use,operate,contribute}/*.md'),
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
  ];
  const others = pages.filter((path) => !/^# .*\n\nAfter reading this page you (can|know) /.test(read(path)));
  assert.deepEqual(others, []);
});

test('CONTRIBUTING has the number of test files that share a process', () => {
  const [, number] = /FILES_PER_PROCESS = (\d+);/.exec(read('tools/test.ts'))!;
  assert.match(
    read('CONTRIBUTING.md'),
    new RegExp(`Up to\\s${number} test files of a top-level folder share a process`),
  );
});

test('every path that a document names exists', () => {
  const folders =
    'service|contract|i18n|spelling|workbook-engine|report|xlsform|conformance|bench|faults|tools|docs';
  const ignored = read('.gitignore').split('\n');
  const missing = documents.flatMap(({ path, text }) =>
    allMatches(text, new RegExp(`\`((?:${folders})/[\\w./*-]*)\``, 'g'))
      .filter(([named]) => !ignored.includes(named) && find(named.replace(/\/$/, '')).length === 0)
      .map(([named]) => `${path} names ${named}`),
  );
  assert.deepEqual(missing, []);
});

/** The test names of a file. For names such as `contract, Limits; T5: …`, also the part after the rules. */
const sentences = (path: string): string[] =>
  allMatches(read(path), /\btest\(\s*(['"`])((?:[^\\]|\\.)*?)\1/g).flatMap(([, name]) => {
    const plain = name.replaceAll(/\\(.)/g, '$1');
    return [plain, plain.slice(plain.indexOf(': ') + 2)];
  });

test('every test that a document quotes exists', () => {
  const missing = documents.flatMap(({ path, text }) =>
    allMatches(text, /\]\(([^)\s]+\.(?:test|rules)\.ts)\)((?:,? “[^”]+”)+)/g).flatMap(([target, quotes]) => {
      const known = sentences(posix.join(posix.dirname(path), target));
      return allMatches(quotes, /“([^”]+)”/g)
        .filter(([words]) => !known.some((sentence) => sentence.startsWith(words)))
        .map(([words]) => `${path} quotes “${words}”, but no test in ${target} starts with it`);
    }),
  );
  assert.deepEqual(missing, []);
});

/** The numbers with a row in the tables of the documents. */
const documented = new Set(
  ['integrate/contract-gaps', 'operate/security', 'operate/failure-scenarios', 'operate/sign-in'].flatMap(
    (name) => allMatches(read(`docs/${name}.md`), /^\| ([A-Z]\d+) \|/gm).map(([number]) => number),
  ),
);

test('every decision, requirement and failure scenario that the code cites is documented', () => {
  const number = '[A-Z]\\d{1,2}';
  const cited = find('{service,contract,spelling,workbook-engine,conformance}/**/*.{ts,sql}').flatMap(
    (path) => {
      // A citation in a comment may contain a line break.
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
  const undocumented = [
    ...cited.filter(({ one }) => !documented.has(one)).map(({ path, one }) => `${path} cites ${one}`),
    ...tested.filter(([one]) => !documented.has(one)).map(([one]) => `conformance/rules.ts contains ${one}`),
  ];
  assert.deepEqual(undocumented, []);
});

test('every setting is documented for operators', () => {
  const settings = [
    ...new Set(allMatches(read('service/config.ts'), /\bsetting\('([A-Z_]+)'\)/g).map(([name]) => name)),
  ];
  assert.ok(settings.length > 5);
  for (const name of settings) {
    assert.match(read('.env.example'), new RegExp(`^#?${name}=`, 'm'));
    assert.ok(read('docs/operate/settings.md').includes(`\`${name}\``), name);
  }
});

test('every log message that operators may look for exists', () => {
  const text = find('docs/operate/*.md').map(read).join('\n').replaceAll(/\s+/g, ' ');
  const messages = allMatches(text, /`(?!npm |npx )((?:[a-z-]+ ){2,}[a-z-]+)`/g).map(([message]) => message);
  assert.ok(messages.length > 5);
  const sources = find('service/**/*.ts').map(read).join('\n');
  assert.deepEqual(
    messages.filter((message) => !sources.includes(message)),
    [],
  );
});

test('every permission and every built-in role with its permissions is documented', () => {
  const text = read('docs/integrate/permissions.md');
  for (const name of Object.keys(PERMISSIONS)) assert.ok(text.includes(`| \`${name}\``), name);
  for (const { name, isTenantWide, permissions } of BUILT_IN_ROLES) {
    const granted =
      permissions.length === Object.keys(PERMISSIONS).length
        ? 'all'
        : permissions.map((permission) => `\`${permission}\``).join(', ');
    assert.ok(text.includes(`| ${name} | ${isTenantWide ? 'tenant' : 'own teams'} | ${granted} |`), name);
  }
});
