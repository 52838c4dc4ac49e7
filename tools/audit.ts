import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UNANSWERED } from './exit-codes.ts';

// Asks the registry for known vulnerabilities of everything that runs in the server (S50). In CI, where nobody reads a
// passing run, it fails closed: a serious vulnerability fails, and so does an answer that cannot be read. Elsewhere a
// dependency that was acceptable yesterday must not stop today's work. A registry that does not answer (unreachable, or
// with an error status because it has no advisories) fails nothing, but the exit code tells `npm test` to report it.

const TIME_LIMIT_MS = 60_000;
const GRAVE = new Set(['high', 'critical']);

type Vulnerability = { name: string; severity: string; range: string };

/** The output of `npm audit --json`: a report, or why there is none. */
type Output = {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, Vulnerability>;
  /** Of the registry's answer, when it is an error. */
  statusCode?: number;
  message?: string;
};

type Outcome =
  | { kind: 'report'; vulnerabilities: Vulnerability[] }
  | { kind: 'unanswered'; reason: string }
  | { kind: 'unreadable'; reason: string };

const audit = async (): Promise<Outcome> => {
  const npm = process.env.npm_execpath;
  const [program, before] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // Where npm is set to work offline, it reports no vulnerabilities without asking.
  const parameters = [...before, 'audit', '--omit=dev', '--json', '--offline=false'];
  const options = { timeout: TIME_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout } = await promisify(execFile)(program, parameters, options);
    return outcomeOf(stdout);
  } catch (error) {
    const { stdout = '', killed = false } = error as { stdout?: string; killed?: boolean };
    if (killed) return { kind: 'unanswered', reason: `no answer within ${TIME_LIMIT_MS / 1_000} s` };
    // npm also ends with an error when it finds a vulnerability.
    return outcomeOf(stdout);
  }
};

/** npm's message when no answer came: refused, reset, unknown name, its own time limit. */
const NO_ANSWER = /^(request to \S+ failed, reason: |network timeout at: )/;

const outcomeOf = (stdout: string): Outcome => {
  const output = parse(stdout);
  const { auditReportVersion, vulnerabilities, statusCode, message = 'npm audit printed no report' } = output;
  if (auditReportVersion === 2 && typeof vulnerabilities === 'object') {
    return { kind: 'report', vulnerabilities: Object.values(vulnerabilities) };
  }
  const isUnanswered = statusCode !== undefined || NO_ANSWER.test(message);
  // Without addresses: whoever reads the log of a build need not learn of a company's own registry.
  const reason = message.replace(/ - [A-Z]+ https?:\S+|https?:\S+ ?/g, '');
  return { kind: isUnanswered ? 'unanswered' : 'unreadable', reason };
};

const parse = (text: string): Output => {
  try {
    return JSON.parse(text) as Output;
  } catch {
    return {};
  }
};

const say = (text: string) => void process.stdout.write(`${text}\n`);
const isCi = process.env.CI !== undefined;

const outcome = await audit();
if (outcome.kind === 'report') {
  for (const { name, severity, range } of outcome.vulnerabilities) say(`${severity}: ${name} ${range}`);
  say(`${outcome.vulnerabilities.length} known vulnerabilities in the server's dependencies.`);
  if (isCi && outcome.vulnerabilities.some(({ severity }) => GRAVE.has(severity))) process.exitCode = 1;
} else {
  say('');
  say('WARNING: the dependencies were NOT checked for known vulnerabilities.');
  say(
    `The registry ${outcome.kind === 'unanswered' ? 'did not answer' : 'gave an unreadable answer'}: ${outcome.reason}`,
  );
  say('Run `npm run audit` again where a registry with advisories can be reached.');
  process.exitCode = outcome.kind === 'unreadable' && isCi ? 1 : UNANSWERED;
}
