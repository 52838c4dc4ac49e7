import { Cron } from 'croner';

/** The schedule of backups. */
export type BackupSchedule = {
  /** The longest time between two of the next backups. */
  intervalMs(now: Date): number;
  /** Calls `work` with the due time at each due time, until `stop`. */
  start(work: (dueAt: Date) => void): { stop(): void };
};

/** Number of due times checked for the longest interval: a week of daily backups and a few more. */
const LOOK_AHEAD = 10;
const MINUTE_MS = 60_000;

/** Parses a cron expression of five fields in local time; undefined if it is invalid or never due. */
export const parseSchedule = (pattern: string): BackupSchedule | undefined => {
  if (pattern.trim().split(/\s+/).length !== 5) return undefined;
  try {
    const cron = new Cron(pattern, { mode: '5-part', paused: true });
    if (cron.nextRun() === null) return undefined;
    return {
      intervalMs: (now) => maxInterval(cron.nextRuns(LOOK_AHEAD, now)),
      start: (work) => {
        const job = new Cron(pattern, { mode: '5-part' }, () => work(wholeMinute(Date.now())));
        return { stop: () => job.stop() };
      },
    };
  } catch {
    return undefined;
  }
};

/** Timers fire late, but by less than a minute, so every server computes the same due time. */
const wholeMinute = (now: number): Date => new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);

const maxInterval = (times: readonly Date[]): number =>
  Math.max(...times.slice(1).map((time, index) => time.getTime() - times[index]!.getTime()));
