import { Cron } from 'croner';

type BackupSchedule = {
  /** Returns the longest interval between upcoming backups. */
  findMaxIntervalMs(now: Date): number;
  /** Calls `work` with the due time whenever a backup is due, until `stop` is called. */
  start(work: (dueAt: Date) => void): { stop(): void };
};

/** The number of due times to compare: over a week of daily backups. */
const LOOK_AHEAD_COUNT = 10;
const MINUTE_MS = 60_000;

/** Parses a five-field cron expression in local time. Returns undefined if it is invalid or never due. */
export const parseSchedule = (pattern: string): BackupSchedule | undefined => {
  if (pattern.trim().split(/\s+/).length !== 5) return undefined;
  try {
    const cron = new Cron(pattern, { mode: '5-part', paused: true });
    if (cron.nextRun() === null) return undefined;
    return {
      findMaxIntervalMs: (now) => findMaxInterval(cron.nextRuns(LOOK_AHEAD_COUNT, now)),
      start: (work) => {
        const job = new Cron(pattern, { mode: '5-part' }, () => work(truncateToMinute(Date.now())));
        return { stop: () => job.stop() };
      },
    };
  } catch {
    return undefined;
  }
};

/** Timers can fire up to a minute late, but every server must compute the same due time. */
const truncateToMinute = (now: number): Date => new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);

const findMaxInterval = (times: readonly Date[]): number =>
  Math.max(...times.slice(1).map((time, index) => time.getTime() - times[index]!.getTime()));
