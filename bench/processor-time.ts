import { readdir, readFile } from 'node:fs/promises';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** Milliseconds of processor time, in user and kernel mode. */
export type ProcessorTime = { server: number; postgres: number };

/** Reads the processor time that the server with the given process ID and PostgreSQL have used so far. */
export type ReadProcessorTime = (serverPid: number) => Promise<ProcessorTime>;

/** Linux counts processor time in hundredths of a second on every architecture that Ronda supports. */
const TICK_MS = 10;

/** Returns undefined if the system has no `/proc`, or if PostgreSQL runs on another machine. */
export const findProcessorTimeReader = async (db: Database): Promise<ReadProcessorTime | undefined> => {
  const [row] = await run<{ pid: number }>(db, 'select pg_backend_pid() as pid', []);
  const backend = await readProcess(row!.pid);
  if (backend?.command !== 'postgres') return undefined;
  const postmasterPid = backend.parentPid;
  return async (serverPid) => {
    const processes = await listProcesses();
    const server = processes.find((process) => process.pid === serverPid);
    const postgres = processes.filter((process) => [process.pid, process.parentPid].includes(postmasterPid));
    // The postmaster's time includes that of the backends that have exited.
    const exitedTicks = postgres.find((process) => process.pid === postmasterPid)?.exitedChildrenTicks ?? 0;
    return {
      server: (server?.ticks ?? Number.NaN) * TICK_MS,
      postgres: postgres.reduce((ticks, process) => ticks + process.ticks, exitedTicks) * TICK_MS,
    };
  };
};

type Process = {
  pid: number;
  command: string;
  parentPid: number;
  ticks: number;
  exitedChildrenTicks: number;
};

const listProcesses = async (): Promise<Process[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = await Promise.all(pids.map(readProcess));
  return processes.filter((process) => process !== undefined);
};

/** Returns undefined if there is no such process, for example because it has just exited. */
const readProcess = async (pid: number): Promise<Process | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The command is in parentheses and may contain spaces and parentheses.
  const match = /^\d+ \((.*)\) \S (.*)$/s.exec(text ?? '');
  if (!match) return undefined;
  // Field 4 of proc(5) comes first.
  const [parentPid, , , , , , , , , , user, system, exitedUser, exitedSystem] = match[2]!
    .split(' ')
    .map(Number);
  return {
    pid,
    command: match[1]!,
    parentPid: parentPid!,
    ticks: user! + system!,
    exitedChildrenTicks: exitedUser! + exitedSystem!,
  };
};
