import type { Config } from '#service/config.ts';
import type { Log } from './log.ts';

export type CommandContext = { config: Config; version: string; log: Log; print: (line: string) => void };
