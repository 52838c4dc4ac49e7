import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NOT_CHECKED } from './exit-codes.ts';

// Queries the registry for known vulnerabilities in the server's dependencies (S50). In CI, where no one reads the log
// of a passing run, a serious vulnerability or an unreadable response makes the audit fail. On other machines, a new
// vulnerability must not block other work. If the registry does not respond, or has no advisories, the exit code makes
// `npm test` report that the audit did not run.

const TIME_LIMIT_MS = 60_000;
const SERIOUS = new Set(['high', 'critical']);

type Vulnerability = { name: string; severity: string; range: string };

/** The output of `npm audit --json`: a report or an error. */
type AuditOutput = {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, Vulnerability>;
  /** The HTTP status of an error response from the registry. */
  statusCode?: number;
  message?: string;
};

type AuditOutcome =
  | { kind: 'report'; vulnerabilities: Vulnerability[] }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'unreadable'; reason: string };

const runAudit = async (): Promise<AuditOutcome> => {
  const npm = process.env.npm_execpath;
  const [command, prefixArguments] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // If configured to work offline, npm would report no vulnerabilities without sending a request.
  const commandArguments = [...prefixArguments, 'audit', '--omit=dev', '--json', '--offline=false'];
  const options = { timeout: TIME_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout } = await promisify(execFile)(command, commandArguments, options);
    return parseOutcome(stdout);
  } catch (error) {
    const { stdout = '', killed = false } = error as { stdout?: string; killed?: boolean };
    if (killed) return { kind: 'unavailable', reason: `no response within ${TIME_LIMIT_MS / 1_000} s` };
    // npm also exits with an error if it finds any vulnerabilities.
    return parseOutcome(stdout);
  }
};

/** npm's messages when there was no response. */
const NO_RESPONSE_PATTERN = /^(request to \S+ failed, reason: |network timeout at: )/;

const parseOutcome = (stdout: string): AuditOutcome => {
  const output = parseJson(stdout);
  const { auditReportVersion, vulnerabilities, statusCode, message = 'npm audit printed no report' } = output;
  if (auditReportVersion === 2 && typeof vulnerabilities === 'object') {
    return { kind: 'report', vulnerabilities: Object.values(vulnerabilities) };
  }
  const isUnavailable = statusCode !== undefined || NO_RESPONSE_PATTERN.test(message);
  // Removes URLs: a build log should not reveal a private registry.
  const reason = message.replace(/ - [A-Z]+ https?:\S+|https?:\S+ ?/g, '');
  return { kind: isUnavailable ? 'unavailable' : 'unreadable', reason };
};

const parseJson = (text: string): AuditOutput => {
  try {
    return JSON.parse(text) as AuditOutput;
  } catch {
    return {};
  }
};

const print = (text: string) => void process.stdout.write(`${text}\n`);
const isCi = process.env.CI !== undefined;

const outcome = await runAudit();
if (outcome.kind === 'report') {
  for (const { name, severity, range } of outcome.vulnerabilities) print(`${severity}: ${name} ${range}`);
  print(`${outcome.vulnerabilities.length} known vulnerabilities in the server's dependencies.`);
  if (isCi && outcome.vulnerabilities.some(({ severity }) => SERIOUS.has(severity))) process.exitCode = 1;
} else {
  print('');
  print('WARNING: the dependencies were NOT checked for known vulnerabilities.');
  print(
    `The registry ${outcome.kind === 'unavailable' ? 'did not respond' : 'returned an unreadable response'}: ${outcome.reason}`,
  );
  print('Run `npm run audit` again when a registry with advisories is reachable.');
  process.exitCode = outcome.kind === 'unreadable' && isCi ? 1 : NOT_CHECKED;
}
