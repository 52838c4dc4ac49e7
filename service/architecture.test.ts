// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source code with template literals
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { modules } from './architecture/modules.ts';
import { tables } from './architecture/table-owners.ts';
import { findCreatedTables } from './architecture/table-use.ts';
import { findViolations, type SourceFile } from './architecture/violations.ts';

const root = resolve(import.meta.dirname, '..');
const readFiles = (pattern: string): SourceFile[] =>
  globSync(pattern, {
    cwd: root,
    exclude: ['**/node_modules/**', 'data/**', '{portal,inspector}/dist*/**'],
  }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(resolve(root, path), 'utf8'),
  }));
const migrations = readFiles('service/database/migrations/*.sql');

test('every file in the repository follows the project rules', () => {
  const sources = readFiles('**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}');
  assert.ok(sources.some(({ path }) => path === 'service/main.ts'));
  const messages = findViolations([...sources, ...migrations]);
  assert.ok(messages.length === 0, messages.join('\n'));
});

test('each module imports only modules that are listed above it in modules.ts', () => {
  const order = Object.keys(modules);
  for (const [name, { imports }] of Object.entries(modules)) {
    const misplacedImports =
      imports === 'every'
        ? []
        : imports.filter((module) => !order.slice(0, order.indexOf(name)).includes(module));
    assert.deepEqual(misplacedImports, [], name);
  }
});

test('every table in a migration has exactly one owner', () => {
  const ownedTables = Object.values(tables).flat();
  const createdTables = migrations.flatMap(({ text }) => findCreatedTables(text)).map(({ table }) => table);
  assert.deepEqual(ownedTables.sort(), [...createdTables, 'schema_migration'].sort());
});

const samples: { rule: string; path: string; text: string; expected: string[] }[] = [
  {
    rule: 'a module must not import a module of the same or a higher level',
    path: 'service/tasks/create-task.ts',
    text: `import { a } from '#service/inspections/start-inspection.ts';\nimport type { App } from '#service/app.ts';`,
    expected: [
      ':1: imports #service/inspections/start-inspection.ts, but service/tasks is not allowed to import service/inspections',
      ':2: imports #service/app.ts, but service/tasks is not allowed to import service/app.ts',
    ],
  },
  {
    rule: 'dynamic imports, inline types and re-exports count as imports',
    path: 'contract/task.ts',
    text: `await import('#service/problem.ts');\ntype P = import('#service/problem.ts').Problem;\nexport * from '#service/problem.ts';\nexport { Problem } from '#service/problem.ts';`,
    expected: [1, 2, 3, 4].map(
      (line) =>
        `:${line}: imports #service/problem.ts, but contract is not allowed to import service/problem.ts`,
    ),
  },
  {
    rule: 'imports by a computed name are rejected',
    path: 'service/tasks/task.ts',
    text: 'await import(name); await import(`./${name}.ts`);',
    expected: Array(2).fill(':1: imports a module by a computed name'),
  },
  {
    rule: 'other modules are imported by "#…", not by "../" or "./"',
    path: 'service/identity/tokens/read-token.ts',
    text: `import '../actor.ts';\nimport '#service/../contract/task.ts';\nimport '#service/identity/tokens/issue-token.ts';\nimport '#service/identity/actor.ts';`,
    expected: [
      ':1: imports ../actor.ts: use "#…" instead of "../"',
      ':2: imports #service/../contract/task.ts: use "#…" instead of "../"',
      ':3: imports #service/identity/tokens/issue-token.ts from its own folder: write "./"',
    ],
  },
  {
    rule: 'a file at the top level of the service imports modules by "#…"',
    path: 'service/app.ts',
    text: `import './problem.ts';\nimport './tasks/task.ts';\nimport '#service/tasks/task.ts';`,
    expected: [':2: imports ./tasks/task.ts: use "./" inside a module and "#…" for other modules'],
  },
  {
    rule: 'each module may only import its packages',
    path: 'contract/task.ts',
    text: `import { Type } from 'typebox';\nimport { sql } from 'kysely/migration';\nimport '@fastify/helmet';`,
    expected: [
      ':2: imports kysely/migration, but contract is not allowed to import the package kysely',
      ':3: imports @fastify/helmet, but contract is not allowed to import the package @fastify/helmet',
    ],
  },
  {
    rule: 'only one file imports the database driver',
    path: 'service/database/migrate.ts',
    text: `import type { Pool } from 'pg';`,
    expected: [':1: imports pg: only service/database/connect.ts may'],
  },
  {
    rule: 'only one module sends requests to other servers',
    path: 'service/sign-in/external/provider-client.ts',
    text: [
      `import { request } from 'node:http';`,
      `import { createServer, get as read } from 'node:https';`,
      `import * as http from 'node:http';`,
      `import https from 'node:https';`,
      `await import('node:http');`,
      `await fetch(url); globalThis.fetch;`,
      `import type { Agent } from 'node:http';`,
      `import { STATUS_CODES } from 'node:http';`,
      `service.fetch(url);`,
    ].join('\n'),
    expected: [
      ':1: imports an HTTP client from node:http: only service/outgoing may',
      ':2: imports an HTTP client from node:https: only service/outgoing may',
      ':3: imports an HTTP client from node:http: only service/outgoing may',
      ':4: imports an HTTP client from node:https: only service/outgoing may',
      ':5: imports an HTTP client from node:http: only service/outgoing may',
      ':6: uses fetch(: only service/outgoing sends requests to other servers',
      ':6: uses globalThis.fetch: only service/outgoing sends requests to other servers',
    ],
  },
  {
    rule: 'only tests import test modules',
    path: 'service/app.ts',
    text: `import { startService } from '#service/testing/start-service.ts';`,
    expected: [':1: imports #service/testing/start-service.ts: only tests may import service/testing'],
  },
  {
    rule: 'only main.ts reads the environment',
    path: 'service/config.ts',
    text: `process.env.PORT;\nconst { PORT } = process['env'];\nimport { env } from 'node:process';`,
    expected: [
      ':3: imports node:process: use the global, so that uses of process.env are found',
      ':1: reads process.env: only service/main.ts may; other files receive a Config',
      ':2: reads process.env: only service/main.ts may; other files receive a Config',
    ],
  },
  {
    rule: 'a pure module receives time, randomness and input as arguments',
    path: 'workbook-engine/prefill.ts',
    text: `import { readFile } from 'node:fs';\nconst now = Date.now();\nconst today = new Date();\nMath.random();\nawait fetch('/');`,
    expected: [
      ':1: imports node:fs, but workbook-engine is pure',
      ':2: uses Date.now, but workbook-engine is pure',
      ':3: uses newDate(), but workbook-engine is pure',
      ':4: uses Math.random, but workbook-engine is pure',
      ':5: uses fetch(, but workbook-engine is pure',
    ],
  },
  {
    rule: 'a pure module may import Node modules that only compute',
    path: 'service/sign-in/ws-federation/verify-signature.ts',
    text: `import { verify } from 'node:crypto';\nimport { readFile } from 'node:fs';`,
    expected: [':2: imports node:fs, but service/sign-in/ws-federation is pure'],
  },
  {
    rule: 'only one module writes a table',
    path: 'service/teams/team-queries.ts',
    text: [
      'sql`with gone as (delete from task where title = ${title})',
      '  insert into "answer" values (1)`;',
      "run('UPDATE ONLY public.task AS t SET title = $1');",
      'sql`insert into ${sql.table(name)} default values`;',
      'sql`select from task join team on true for update of task`;',
      'sql`insert into team values (1) on conflict do update set title = excluded.title`;',
      "throw new Error('You cannot delete from the list');",
    ].join('\n'),
    expected: [
      ':1: writes "task", which only service/tasks may',
      ':2: writes "answer", which only service/inspections may',
      ':3: writes "task", which only service/tasks may',
      ':4: writes a table by a computed name',
    ],
  },
  {
    rule: 'the query language must not name tables',
    path: 'service/odata/to-kysely.ts',
    text: "run('select from task');\nsql`select from team`;\nsql`extract(year from ${date})`;",
    expected: [
      ':1: names the table "task", but service/odata must not use tables',
      ':2: names the table "team", but service/odata must not use tables',
    ],
  },
  {
    rule: 'every table has an owner',
    path: 'service/database/migrations/0099-visits.sql',
    text: '-- create table remark\ncreate table visit (id integer);',
    expected: [
      ':2: creates "visit", which has no owner: add the module that writes it to service/architecture/table-owners.ts',
    ],
  },
  {
    rule: 'problems are defined in -problems.ts files',
    path: 'service/tasks/edit-task.ts',
    text: "throw new Problem('invalid', 'no');",
    expected: [':1: creates a Problem: define it in <noun>-problems.ts'],
  },
  {
    rule: 'a file has at most 300 lines',
    path: 'service/tasks/task.ts',
    text: 'a;\n'.repeat(301),
    expected: [': has 301 lines, more than 300: split it into two files'],
  },
  {
    rule: 'only named exports are allowed',
    path: 'service/tasks/task.ts',
    text: 'export default 1;',
    expected: [':1: has a default export: use named exports'],
  },
  {
    rule: 'barrel files are rejected',
    path: 'service/tasks/index.ts',
    text: '',
    expected: [': is a barrel file: import the defining file directly'],
  },
  {
    rule: 'vague names are rejected',
    path: 'service/http/utils/format-date.ts',
    text: '',
    expected: [': "utils" does not describe its contents: use a specific noun'],
  },
  {
    rule: 'files are kebab-case',
    path: 'service/tasks/createTask.ts',
    text: '',
    expected: [': "createTask" is not kebab-case'],
  },
  {
    rule: 'every file belongs to a module',
    path: 'stuff/task.ts',
    text: '',
    expected: [': belongs to no module in service/architecture/modules.ts'],
  },
];

for (const { rule, path, text, expected } of samples) {
  test(`detects violations of the rule: ${rule}`, () => {
    assert.deepEqual(
      findViolations([{ path, text }]),
      expected.map((message) => `${path}${message}`),
    );
  });
}

test('words in comments, strings and regular expressions are not violations', () => {
  const text = [
    `// import '../x.ts'; process.env`,
    `/* export default new Problem('invalid') */`,
    `const text = "import '../x.ts'; process.env; export default";`,
    'const template = `${text} import("../x.ts")`;',
    `const pattern = /[/'"\`] import '..\\/x.ts'/;`,
  ].join('\n');
  assert.deepEqual(findViolations([{ path: 'service/tasks/task.ts', text }]), []);
});
