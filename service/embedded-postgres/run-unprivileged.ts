import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { binariesDoNotRun, clusterOwnedByRoot, noAccountForRoot } from './embedded-postgres-problems.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/**
 * The account that PostgreSQL's binaries run as. They refuse to run as root, so a server running as root starts them:
 * - as the owner of the cluster, if that is an ordinary user;
 * - otherwise in a user namespace that maps root to nobody, in which files keep their owner and folders in /root are
 *   accessible;
 * - or as nobody, where user namespaces are forbidden (as in many containers).
 */
export type Account = { prefix: readonly string[]; uid?: number; gid?: number };

const NOBODY = 65534;
const NAMESPACE_PREFIX = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

/** Returns an account that can run PostgreSQL, and the PostgreSQL version, such as 18.4. */
export const selectAccount = async (
  { postgres, environment }: PostgresBinaries,
  clusterFolder: string,
): Promise<{ account: Account; version: string }> => {
  const readVersionAs = async (account: Account): Promise<string> => {
    const text = await run(account, postgres, ['--version'], { env: environment });
    return text.match(/[\d.]+/)?.[0] ?? text;
  };
  const ownAccount = { prefix: [] };
  const version = await readVersionAs(ownAccount).catch((error: Error) => {
    throw binariesDoNotRun(postgres, error.message);
  });
  if (process.getuid?.() !== 0) return { account: ownAccount, version };

  const owner = await stat(clusterFolder).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) {
    const account = { prefix: NAMESPACE_PREFIX };
    const isUsable = await readVersionAs(account).then(
      () => true,
      () => false,
    );
    if (isUsable) return { account, version };
    if (owner !== undefined) throw clusterOwnedByRoot(clusterFolder);
  }
  const account = { prefix: [], uid: owner?.uid ?? NOBODY, gid: owner?.gid ?? NOBODY };
  await readVersionAs(account).catch((error: Error) => {
    throw noAccountForRoot(postgres, account.uid, error.message);
  });
  return { account, version };
};

/** `unshare` execs the binary, so the child process is the binary itself. */
export const spawnAs = (
  { prefix, uid, gid }: Account,
  binary: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess => {
  const [program = binary, ...rest] = [...prefix, binary, ...args];
  return spawn(program, rest, {
    ...options,
    windowsHide: true,
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
};

/** Resolves to the binary's output, or rejects with its error output. */
export const run = (
  account: Account,
  binary: string,
  args: readonly string[],
  { input = '', ...options }: SpawnOptions & { input?: string },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawnAs(account, binary, args, { ...options, stdio: 'pipe' });
    const output = collect(child.stdout);
    const errorOutput = collect(child.stderr);
    // The binary may fail before reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output());
      else
        reject(
          new Error(errorOutput() || (signal ? `it was killed by ${signal}` : `it exited with code ${code}`)),
        );
    });
  });

const collect = (stream: Readable | null): (() => string) => {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString().trim();
};
