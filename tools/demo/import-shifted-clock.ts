import { ServerResponse } from 'node:http';
import { shiftClock } from './shift-clock.ts';

// Shifts the service's clock. This file is imported before the service, with the offset in its URL.
shiftClock(Number(new URL(import.meta.url).searchParams.get('offset')));

// Node sets the Date header to the machine's time. The apps on phones use this header to correct their clocks.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: Parameters<typeof writeHead>) {
  this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, args);
} as typeof writeHead;
