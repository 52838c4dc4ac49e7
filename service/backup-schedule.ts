import { Cron } from 'croner';

export type BackupSchedule = {
  /** The longest interval between upcoming backups. */
  intervalMs(now: Date): number;
  /** Calls `work` at each due time, passing it that time, until `stop` is called. */
  start(work: (dueAt: Date) => void): { stop(): void };
};

/** How many due times are compared to find the longest interval: more than a week of daily backups. */
const LOOK_AHEAD = 10;
const MINUTE_MS = 60_000;

/** Parses a cron expression with five fields, in local time; undefined if it is invalid or never due. */
export const parseSchedule = (pattern: string): BackupSchedule | undefined => {
  if (pattern.trim().split(/\s+/).length !== 5) return undefined;
  try {
    const cron = new Cron(pattern, { mode: '5-part', paused: true });
    if (cron.nextRun() === null) return undefined;
    return {
      intervalMs: (now) => maxInterval(cron.nextRuns(LOOK_AHEAD, now)),
      start: (work) => {
        const job = new Cron(pattern, { mode: '5-part' }, () => work(truncateToMinute(Date.now())));
        return { stop: () => job.stop() };
      },
    };
  } catch {
    return undefined;
  }
};

/** Timers fire up to a minute late. Truncating gives every server the same due time. */
const truncateToMinute = (now: number): Date => new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);

const maxInterval = (times: readonly Date[]): number =>
  Math.max(...times.slice(1).map((time, index) => time.getTime() - times[index]!.getTime()));
