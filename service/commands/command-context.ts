import type { Config } from '#service/config.ts';
import type { Log } from './log.ts';

/** A command's context: its settings, the log, and `print` for standard output. */
export type CommandContext = { config: Config; version: string; log: Log; print: (line: string) => void };
