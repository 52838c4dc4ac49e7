import type { Config } from '#service/config.ts';
import type { Log } from './log.ts';

/** The context of every command: its settings, the log, and `print` for output to a person. */
export type CommandContext = { config: Config; version: string; log: Log; print: (line: string) => void };
