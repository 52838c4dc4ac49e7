import pino, { type Logger } from 'pino';
import type { LogLevel } from '#service/config.ts';

export type Log = Logger;

const STDERR = 2;

export const createLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['req.headers.authorization', 'password', '*.password', 'clientSecret'], censor: '…' },
    },
    pino.destination({ dest: STDERR, sync: true }),
  );
