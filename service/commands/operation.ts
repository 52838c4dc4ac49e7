import type { Config } from '#service/config.ts';
import type { Log } from './log.ts';

/** What every command is given: its settings, where to log for machines, and where to speak to a person. */
export type Operation = { config: Config; version: string; log: Log; print: (line: string) => void };
