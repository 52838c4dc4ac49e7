import { ServerResponse } from 'node:http';
import { shiftClock } from './shift-clock.ts';

// Shifts the clock of the service. This file is imported before the service, with the offset in its URL.
shiftClock(Number(new URL(import.meta.url).searchParams.get('offset')));

// Node sets the header to the time of the machine, and the apps on phones correct their clock with it.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: Parameters<typeof writeHead>) {
  this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, args);
} as typeof writeHead;
