import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Returns true if curl is installed. */
export const hasCurl = () =>
  promisify(execFile)('curl', ['--version']).then(
    () => true,
    () => false,
  );

/** Replaces all values in a response by their types. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
};

/** Separates the outputs of two programs of a page. */
const MARK = '\u241E';
/** In a documented response: a value that differs each time. */
const ANYTHING = '…';

/** The programs of a page in order, each with the documented response to its last line. */
const readPrograms = async (page: string) => {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms)].map(
    ([, program, response]) => ({
      program: program!,
      response: response === undefined ? undefined : (JSON.parse(response) as unknown),
    }),
  );
};

/**
 * Runs the programs of a page in one shell after setting variables. Asserts that all requests succeed and that
 * responses match the documented ones. Returns the number of programs.
 */
export const runPage = async (
  page: string,
  { settings, folder }: { settings: Readonly<Record<string, string>>; folder: string },
): Promise<number> => {
  const programs = await readPrograms(page);
  // Without this, failed requests would go unnoticed unless their response is documented.
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
  for (const [at, { program, response }] of programs.entries()) {
    if (response === undefined) continue;
    const last = JSON.parse(outputs[at]!.trimEnd().replace(/^.*}(?={)/s, ''));
    assert.deepEqual(asShown(last, response), response, program);
  }
  return programs.length;
};

/** The response with the placeholders of the documented one. */
const asShown = (given: unknown, shown: unknown): unknown => {
  if (shown === ANYTHING) return ['string', 'number'].includes(typeof given) ? ANYTHING : given;
  if (typeof given !== 'object' || given === null || typeof shown !== 'object' || shown === null)
    return given;
  if (Array.isArray(given)) return given.map((each, index) => asShown(each, (shown as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(given).map(([name, each]) => [
      name,
      asShown(each, (shown as Record<string, unknown>)[name]),
    ]),
  );
};
