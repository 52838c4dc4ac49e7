import { Cron } from 'croner';

/** When backups are due. */
export type BackupSchedule = {
  /** The longest time from one backup to the next, of the coming ones. */
  intervalMs(now: Date): number;
  /** Calls `work` at each due time with that time, until `stop`. */
  start(work: (dueAt: Date) => void): { stop(): void };
};

/** How many due times are checked for the longest interval: a week of daily backups and some more. */
const LOOK_AHEAD = 10;
const MINUTE_MS = 60_000;

/** Reads five fields of cron in local time; undefined when they are none, or never come due. */
export const parseSchedule = (pattern: string): BackupSchedule | undefined => {
  if (pattern.trim().split(/\s+/).length !== 5) return undefined;
  try {
    const cron = new Cron(pattern, { mode: '5-part', paused: true });
    if (cron.nextRun() === null) return undefined;
    return {
      intervalMs: (now) => longestInterval(cron.nextRuns(LOOK_AHEAD, now)),
      start: (work) => {
        const job = new Cron(pattern, { mode: '5-part' }, () => work(wholeMinute(Date.now())));
        return { stop: () => job.stop() };
      },
    };
  } catch {
    return undefined;
  }
};

/** Timers come late, never a minute; every server computes the same due time. */
const wholeMinute = (now: number): Date => new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);

const longestInterval = (times: readonly Date[]): number =>
  Math.max(...times.slice(1).map((time, at) => time.getTime() - times[at]!.getTime()));
