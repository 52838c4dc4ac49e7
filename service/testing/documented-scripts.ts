import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export const hasCurl = () =>
  promisify(execFile)('curl', ['--version']).then(
    () => true,
    () => false,
  );

/** Replaces every value in a response with its type. */
export const replaceValuesWithTypes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(replaceValuesWithTypes);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, replaceValuesWithTypes(property)]),
  );
};

/** Separates the outputs of scripts. */
const SEPARATOR = '\u241E';
/** Stands for a value that varies in a documented response. */
const VARIABLE_VALUE = '…';

/** Reads a page's shell scripts in order, each with the documented response to its last line. */
const readScripts = async (page: string) => {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms)].map(
    ([, script, response]) => ({
      script: script!,
      response: response === undefined ? undefined : (JSON.parse(response) as unknown),
    }),
  );
};

/**
 * Runs a page's scripts in a single shell with the given variables. Asserts that all requests succeed and that
 * responses match the documented ones. Returns the number of scripts.
 */
export const runPage = async (
  page: string,
  { settings, folder }: { settings: Readonly<Record<string, string>>; folder: string },
): Promise<number> => {
  const scripts = await readScripts(page);
  // Report failed requests, which would otherwise go unnoticed if their responses are undocumented.
  const curlWrapper = 'curl() { command curl --fail-with-body "$@" || echo "curl: $*" >&2; }\n';
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const lines = scripts.map(({ script }) => `${script}\nprintf '${SEPARATOR}'\n`);
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-eu', '-c', [...assignments, curlWrapper, ...lines].join('')],
    { cwd: folder },
  );
  assert.equal(stderr, '');
  const outputs = stdout.split(SEPARATOR);
  for (const [index, { script, response }] of scripts.entries()) {
    if (response === undefined) continue;
    const lastResponse = JSON.parse(outputs[index]!.trimEnd().replace(/^.*}(?={)/s, ''));
    assert.deepEqual(maskVariableValues(lastResponse, response), response, script);
  }
  return scripts.length;
};

/** Masks values that the documented response leaves open. */
const maskVariableValues = (actualValue: unknown, documentedValue: unknown): unknown => {
  if (documentedValue === VARIABLE_VALUE)
    return ['string', 'number'].includes(typeof actualValue) ? VARIABLE_VALUE : actualValue;
  if (
    typeof actualValue !== 'object' ||
    actualValue === null ||
    typeof documentedValue !== 'object' ||
    documentedValue === null
  )
    return actualValue;
  if (Array.isArray(actualValue))
    return actualValue.map((element, index) =>
      maskVariableValues(element, (documentedValue as unknown[])[index]),
    );
  return Object.fromEntries(
    Object.entries(actualValue).map(([name, value]) => [
      name,
      maskVariableValues(value, (documentedValue as Record<string, unknown>)[name]),
    ]),
  );
};
