import { ServerResponse } from 'node:http';
import { shiftClock } from './shift-clock.ts';

// Imported before the service, with the offset in the URL of this file.
shiftClock(Number(new URL(import.meta.url).searchParams.get('offset')));

// Node's own header has the time of the machine, and phones set their clock by it.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: Parameters<typeof writeHead>) {
  this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, given);
} as typeof writeHead;
