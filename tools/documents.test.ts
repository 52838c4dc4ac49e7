import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { test } from 'node:test';
import { browserModules } from '#service/architecture/browser-modules.ts';
import { modules } from '#service/architecture/modules.ts';
import { BUILT_IN_ROLES, PERMISSIONS } from '#service/identity/permissions.ts';

const root = resolve(import.meta.dirname, '..');
const readFile = (path: string) => readFileSync(resolve(root, path), 'utf8');
const findFiles = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'data/**', '{portal,inspector}/dist*/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
const findMatches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second] as const);

/** The documents without their code blocks, in which brackets are not links. */
const documents = findFiles('**/*.md').map((path) => ({
  path,
  text: readFile(path).replaceAll(/^ *```[\s\S]*?^ *```/gm, ''),
}));

/** Returns the anchors of a page's headings, as common Markdown viewers create them. */
const listAnchors = (path: string) =>
  findMatches(readFile(path), /^#+ (.*)$/gm).map(([heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every file and heading that a document links to exists', () => {
  const brokenLinks = documents.flatMap(({ path, text }) =>
    findMatches(text, /\]\(([^)\s#]*)#?([^)\s]*)\)/g)
      .filter(([target]) => !/^[a-z]+:/.test(target))
      .flatMap(([target, anchor]) => {
        const file = target === '' ? path : posix.join(posix.dirname(path), target);
        if (!existsSync(resolve(root, file))) return [`${path} links to ${target}, which does not exist`];
        const isMissing = anchor !== '' && file.endsWith('.md') && !listAnchors(file).includes(anchor);
        return isMissing ? [`${path} links to ${target}#${anchor}, but this heading does not exist`] : [];
      }),
  );
  assert.deepEqual(brokenLinks, []);
});

test('the documentation index links to every page', () => {
  const index = readFile('docs/README.md');
  const missing = findFiles('docs/{integrate,use,operate,contribute}/*')
    .map((path) => path.replace('docs/', ''))
    .filter((path) => !index.includes(`](${path})`));
  assert.deepEqual(missing, []);
});

test('the index of decisions links to every decision by its title', () => {
  const folder = 'docs/contribute/decisions';
  const index = readFile(`${folder}/README.md`);
  const missing = findFiles(`${folder}/0*.md`).filter((path) => {
    const [, title] = /^# (.*)/.exec(readFile(path))!;
    return !index.includes(`[${title}](${posix.basename(path)})`);
  });
  assert.deepEqual(missing, []);
});

test('every page starts by saying what readers will learn from it', () => {
  const pages = [
    ...findFiles('docs/{integrate,use,operate,contribute}/*.md'),
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
  ];
  const withoutIntroduction = pages.filter(
    (path) => !/^# .*\n\nThis page (?:explains|defines|describes|shows) /.test(readFile(path)),
  );
  assert.deepEqual(withoutIntroduction, []);
});

/** Numbers in documents, each with the line of code it repeats. */
const NUMBERS: readonly (readonly [path: string, quote: string, source: string, line: string])[] = [
  ['CONTRIBUTING.md', 'Up to 12 test files', 'tools/test.ts', 'filesPerProcess: 12'],
  ['CONTRIBUTING.md', 'at most 300 lines', 'service/architecture/violations.ts', 'LINE_LIMIT = 300;'],
  ['ARCHITECTURE.md', 'cache actors for five seconds', 'service/identity/actors.ts', 'CACHE_MS = 5_000;'],
  [
    'ARCHITECTURE.md',
    'two at a time, one for each user',
    'service/spreadsheets/workers.ts',
    'slots: { user: 1, tenant: 2, server: 2 }',
  ],
  [
    'ARCHITECTURE.md',
    'Two pictures of different users are decoded at a time',
    'service/uploads/finish-upload.ts',
    'SLOTS = { user: 1, tenant: 2, server: 2 };',
  ],
  ['ARCHITECTURE.md', 'Every second', 'service/commands/serve.ts', 'NUMBERING_INTERVAL_MS = 1_000;'],
  ['ARCHITECTURE.md', 'Every ten minutes', 'service/commands/serve.ts', 'CLEANUP_INTERVAL_MS = 600_000;'],
  ['ARCHITECTURE.md', 'ten seconds at most', 'service/commands/wait-for-shutdown.ts', 'GRACE_MS = 10_000;'],
  [
    'docs/contribute/glossary.md',
    'at most 15 minutes between two changes',
    'service/tasks/task-history-statement.ts',
    "<= interval '15 minutes'",
  ],
  [
    'docs/contribute/glossary.md',
    'deleted after a day',
    'service/uploads/clean-up-uploads.ts',
    'SUPERSEDED_RETENTION_MS = DAY_MS;',
  ],
  [
    'docs/contribute/glossary.md',
    'valid for 30 minutes',
    'service/identity/tokens/access-token.ts',
    'TOKEN_LIFETIME = 1_800;',
  ],
  [
    'docs/contribute/glossary.md',
    'at most 12 hours',
    'service/identity/sessions/session.ts',
    'absolute: 12 * 60 * 60',
  ],
];

for (const [path, quote, source, line] of NUMBERS) {
  test(`${path} states the number in the code: “${quote}”`, () => {
    assert.ok(readFile(path).replaceAll(/\s+/g, ' ').includes(quote), `${path} no longer contains this text`);
    assert.ok(readFile(source).includes(line), `${source} no longer contains ${line}: change ${path} too`);
  });
}

test('every path in a document exists', () => {
  const folders = findFiles('*/').join('|');
  const ignored = readFile('.gitignore').split('\n');
  // The plan also contains paths of files that have been deleted.
  const missing = findFiles('**/*.md').flatMap((path) =>
    findMatches(readFile(path), new RegExp(`(?<![\\w/.#-])((?:${folders})/[\\w/*-]+(?:\\.[\\w*-]+)*)`, 'g'))
      .filter(([foundPath]) => path !== 'docs/plan.md' && !ignored.includes(`${foundPath}/`))
      .filter(([foundPath]) => findFiles(foundPath).length === 0)
      .map(([foundPath]) => `${path} contains ${foundPath}`),
  );
  assert.deepEqual(missing, []);
});

test("ARCHITECTURE lists the portal's folders in import order", () => {
  const block = /```\n(portal\/main.*?)\n```/s.exec(readFile('ARCHITECTURE.md'))![1]!;
  const rows = block.split('\n').map((row) => row.split(/\s+/));
  const findRow = (folder: string) => rows.findIndex((row) => row.includes(folder));
  const getFolderName = (module: string) => module.replace(/^portal\//, '').split('/')[0]!;
  const allowedInOneRow = ['forms imports problems', 'actions imports problems', 'ui imports keyboard'];
  const violations = Object.entries(browserModules)
    .filter(([module, { isForTestsOnly }]) => module.startsWith('portal/') && !isForTestsOnly)
    .flatMap(([module, { imports }]) =>
      [...imports]
        .filter((imported) => !modules[imported]!.isPure || getFolderName(imported) === getFolderName(module))
        .map((imported) => [getFolderName(module), getFolderName(imported)] as const),
    )
    .filter(
      ([folder, imported]) =>
        folder !== imported && (findRow(folder) < 0 || findRow(imported) <= findRow(folder)),
    )
    .map(([folder, imported]) => `${folder} imports ${imported}`);
  assert.deepEqual(
    violations.filter((violation) => !allowedInOneRow.includes(violation)),
    [],
  );
});

test("the example operation in CONTRIBUTING is part of the service's code", () => {
  const example = /```ts\nwrite\((.*?)```/s.exec(readFile('CONTRIBUTING.md'))![1]!;
  const source = readFile('service/views/view-routes.ts');
  assert.deepEqual(
    example.split('\n').filter((line) => !source.includes(line.trim())),
    [],
  );
});

test('the task interface terms in the glossary appear in the API description', () => {
  const openApiText = readFile('docs/integrate/openapi.json');
  const [, table = ''] = readFile('docs/contribute/glossary.md').split('| In the contract |');
  const terms = findMatches(table, /^\| ([^|]+) \|/gm).flatMap(([cell]) => findMatches(cell, /`([^`]+)`/g));
  assert.ok(terms.length > 20);
  assert.deepEqual(
    terms.map(([term]) => term).filter((term) => !openApiText.includes(term)),
    [],
  );
});

/** Matches the rules that a test's name cites, such as `contract, Limits; T5: …` and `… (S35)`. */
const RULES = '(?:contract, [^:;()]*|(?:decision )?[A-Z]\\d+)';
const RULES_OF_TEST = new RegExp(`^${RULES}(?:; ${RULES})*: | \\(${RULES}(?:[;,] ${RULES})*\\)$`, 'g');
const removeRules = (name: string) => name.replaceAll(RULES_OF_TEST, '');

/** Returns a file's test names without the rules they cite. A part that varies between tests is shown as “…”. */
const readTestNames = (path: string): string[] =>
  findMatches(readFile(path), /\btest\(\s*(['"`])((?:[^\\]|\\.)*?)\1/g).map(([, name]) =>
    removeRules(name.replaceAll(/\\(.)/g, '$1')).replaceAll(/\$\{[^}]*\}/g, '…'),
  );

/** In this file, a quotation may be only the beginning of a test name, because the table cells are narrow. */
const SHORTENED_QUOTES_FILE = 'docs/integrate/contract-gaps.md';

test('every test that a document quotes exists under that exact name', () => {
  const missing = documents.flatMap(({ path, text }) =>
    findMatches(text, /\]\(([^)\s]+\.(?:test|rules|e2e)\.ts)\)((?:,? “[^”]+”)+)/g).flatMap(
      ([target, quotes]) => {
        const names = readTestNames(posix.join(posix.dirname(path), target));
        const isName = (quote: string) =>
          names.includes(quote) ||
          (path === SHORTENED_QUOTES_FILE && names.some((name) => name.startsWith(quote)));
        return findMatches(quotes, /“([^”]+)”/g)
          .filter(([quote]) => !isName(removeRules(quote)))
          .map(([quote]) => `${path} quotes “${quote}”, but no test in ${target} has this name`);
      },
    ),
  );
  assert.deepEqual(missing, []);
});

/** The rule numbers that have a row in one of the documents' tables. */
const documentedNumbers = new Set(
  ['integrate/contract-gaps', 'operate/security', 'operate/failure-scenarios', 'operate/sign-in'].flatMap(
    (name) => findMatches(readFile(`docs/${name}.md`), /^\| ([A-Z]\d+) \|/gm).map(([number]) => number),
  ),
);

test('every decision, requirement and failure scenario that the code cites is documented', () => {
  const number = '[A-Z]\\d{1,2}';
  const citations = findFiles(
    '{service,contract,spelling,workbook-engine,conformance,faults,inspector,portal,bench}/**/*.{ts,sql}',
  ).flatMap((path) => {
    // A citation in a comment may contain a line break.
    const text = readFile(path).replaceAll(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ');
    return [
      ...findMatches(text, new RegExp(`\\bdecisions? (${number}(?:(?:, | and | to |; )${number})*)`, 'g')),
      ...findMatches(text, /\(([SRL]\d{1,2}(?:, [SRL]\d{1,2})*)\)/g),
    ]
      .flatMap(([numbers]) => numbers.match(new RegExp(number, 'g')) ?? [])
      .map((number) => ({ path, number }));
  });
  const testedRules = findMatches(readFile('conformance/rules.ts'), /^ {2}([A-Z]\d{1,2}): /gm);
  assert.ok(citations.length > 50 && testedRules.length > 50);
  const undocumented = [
    ...citations
      .filter(({ number }) => !documentedNumbers.has(number))
      .map(({ path, number }) => `${path} cites ${number}`),
    ...testedRules
      .filter(([number]) => !documentedNumbers.has(number))
      .map(([number]) => `conformance/rules.ts contains ${number}`),
  ];
  assert.deepEqual(undocumented, []);
});

test('every setting is documented for operators', () => {
  const settings = [
    ...new Set(findMatches(readFile('service/config.ts'), /\bsetting\('([A-Z_]+)'\)/g).map(([name]) => name)),
  ];
  assert.ok(settings.length > 5);
  for (const name of settings) {
    assert.match(readFile('.env.example'), new RegExp(`^#?${name}=`, 'm'));
    assert.ok(readFile('docs/operate/settings.md').includes(`\`${name}\``), name);
  }
});

test('every log message that operators may look for exists', () => {
  const text = findFiles('docs/operate/*.md').map(readFile).join('\n').replaceAll(/\s+/g, ' ');
  const messages = findMatches(text, /`(?!npm |npx )((?:[a-z-]+ ){2,}[a-z-]+)`/g).map(([message]) => message);
  assert.ok(messages.length > 5);
  const sources = findFiles('service/**/*.ts').map(readFile).join('\n');
  assert.deepEqual(
    messages.filter((message) => !sources.includes(message)),
    [],
  );
});

test('every permission and every built-in role with its permissions is documented', () => {
  const text = readFile('docs/integrate/permissions.md');
  for (const name of Object.keys(PERMISSIONS)) assert.ok(text.includes(`| \`${name}\``), name);
  for (const { name, isTenantWide, permissions } of BUILT_IN_ROLES) {
    const granted =
      permissions.length === Object.keys(PERMISSIONS).length
        ? 'all'
        : permissions.map((permission) => `\`${permission}\``).join(', ');
    assert.ok(text.includes(`| ${name} | ${isTenantWide ? 'tenant' : 'own teams'} | ${granted} |`), name);
  }
});
