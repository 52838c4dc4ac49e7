import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { hasCurl } from '#service/testing/documented-programs.ts';
import { startService } from '#service/testing/start-service.ts';

const execute = promisify(execFile);
const PASSWORD = 'a-long-enough-password';
/** Between the outputs of two programs of the page. */
const MARK = '\u241E';
/** Of an answer that is shown, what is another each time. */
const ANYTHING = '…';

/** The programs of the page in their order, each with the answer that is shown for its last line. */
const readPrograms = async () => {
  const page = await readFile(new URL('../../docs/workbook-management.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms)].map(
    ([, program, answer]) => ({
      program: program!,
      answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown),
    }),
  );
};

/** The answer as it is shown, where it is another each time. */
const asShown = (given: unknown, shown: unknown): unknown => {
  if (shown === ANYTHING) return typeof given === 'string' ? ANYTHING : given;
  if (typeof given !== 'object' || given === null || typeof shown !== 'object' || shown === null)
    return given;
  if (Array.isArray(given)) return given.map((each, at) => asShown(each, (shown as unknown[])[at]));
  return Object.fromEntries(
    Object.entries(given).map(([name, each]) => [
      name,
      asShown(each, (shown as Record<string, unknown>)[name]),
    ]),
  );
};

test('the lines of the page on workbook management work as they are copied, and answer what it shows', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('the lines were not run: they need curl');
  const { url, as, organisation } = await startService(t);
  const admin = await as('admin');
  await admin.request('PATCH', `/api/v1/users/${organisation.userIds.admin}`, { password: PASSWORD });
  const folder = await mkdtemp(join(tmpdir(), 'ronda-docs-'));
  t.after(() => rm(folder, { recursive: true }));

  const programs = await readPrograms();
  assert.ok(programs.length > 10);
  // A line that is refused would only be seen where its answer is shown.
  const strict = 'curl() { command curl --fail-with-body "$@" || echo "curl: $*" >&2; }\n';
  const script = strict + programs.map(({ program }) => `${program}\nprintf '${MARK}'\n`).join('');
  const setting = `URL=${url}\nPASSWORD=${PASSWORD}\n`;
  const { stdout, stderr } = await execute('sh', ['-eu', '-c', setting + script], { cwd: folder });
  assert.equal(stderr, '');
  const outputs = stdout.split(MARK);
  for (const [at, { program, answer }] of programs.entries()) {
    if (answer === undefined) continue;
    const last = JSON.parse(outputs[at]!.trimEnd().replace(/^.*}(?={)/s, ''));
    assert.deepEqual(asShown(last, answer), answer, program);
  }
});
