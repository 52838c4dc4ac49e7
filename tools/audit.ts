import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// Asks the registry whether anything that runs in the server has a known vulnerability, and says what to do. Where
// nobody waits for the result (CI) a grave one fails; elsewhere a machine that was fine yesterday still is today. A
// registry that keeps no advisories, or is away, is said so.

const PATIENCE_MS = 60_000;
const GRAVE = new Set(['high', 'critical']);

type Vulnerability = { name: string; severity: string; range: string };
type Report = { vulnerabilities?: Record<string, Vulnerability>; error?: unknown; message?: string };

const ask = async (): Promise<Report> => {
  const npm = process.env.npm_execpath;
  const [program, before] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const options = { timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
  // npm ends with an error when it finds something, too.
  const { stdout } = await promisify(execFile)(
    program,
    [...before, 'audit', '--omit=dev', '--json'],
    options,
  ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return {};
  }
};

const { vulnerabilities } = await ask();
if (vulnerabilities === undefined) {
  process.stdout.write('The registry was not asked for known vulnerabilities, or keeps none.\n');
} else {
  const found = Object.values(vulnerabilities);
  for (const { name, severity, range } of found) process.stdout.write(`${severity}: ${name} ${range}\n`);
  process.stdout.write(`${found.length} known vulnerabilities in what runs in the server.\n`);
  const isGrave = found.some(({ severity }) => GRAVE.has(severity));
  if (isGrave && process.env.CI !== undefined) process.exitCode = 1;
}
