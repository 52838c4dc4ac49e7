import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Whether the programs of a page can be run here. */
export const hasCurl = () =>
  promisify(execFile)('curl', ['--version']).then(
    () => true,
    () => false,
  );

/** The members of an answer, whatever they say. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
};

/** Between the outputs of two programs of a page. */
const MARK = '\u241E';
/** Of an answer that is shown, what is another each time. */
const ANYTHING = '…';

/** The programs of a page in their order, each with the answer that is shown for its last line. */
const readPrograms = async (page: string) => {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms)].map(
    ([, program, answer]) => ({
      program: program!,
      answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown),
    }),
  );
};

/**
 * Runs the programs of a page one after the other in one terminal, with settings before them, and insists that none is
 * refused and that each answers what the page shows for it. Returns how many there are.
 */
export const runPage = async (
  page: string,
  { settings, folder }: { settings: Readonly<Record<string, string>>; folder: string },
): Promise<number> => {
  const programs = await readPrograms(page);
  // A line that is refused would only be seen where its answer is shown.
  const strict = 'curl() { command curl --fail-with-body "$@" || echo "curl: $*" >&2; }\n';
  const before = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const script = programs.map(({ program }) => `${program}\nprintf '${MARK}'\n`);
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-eu', '-c', [...before, strict, ...script].join('')],
    { cwd: folder },
  );
  assert.equal(stderr, '');
  const outputs = stdout.split(MARK);
  for (const [at, { program, answer }] of programs.entries()) {
    if (answer === undefined) continue;
    const last = JSON.parse(outputs[at]!.trimEnd().replace(/^.*}(?={)/s, ''));
    assert.deepEqual(asShown(last, answer), answer, program);
  }
  return programs.length;
};

/** The answer as it is shown, where it is another each time. */
const asShown = (given: unknown, shown: unknown): unknown => {
  if (shown === ANYTHING) return ['string', 'number'].includes(typeof given) ? ANYTHING : given;
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
