import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createFilm } from './film.ts';
import { openChromium } from './open-windows.ts';
import { startDemo } from './start-demo.ts';
import { recordTour } from './tour-story.ts';

// `npm run tour` records docs/images/tour.webp in a real browser, using the demo's data at a fixed time.

const TOUR_FILE = resolve(import.meta.dirname, '../../docs/images/tour.webp');
const MAX_BYTES = 3_000_000;

const onFrame = (seconds: number) =>
  void process.stdout.write(`\rRecorded ${seconds.toFixed(0)} seconds of about 90 …`);
process.stdout.write('Starting the demo …');
const [demo, browser] = await Promise.all([startDemo(), openChromium()]);
try {
  const film = createFilm({ onFrame });
  await recordTour({ film, browser, demo });
  process.stdout.write('\nCompressing …\n');
  const tour = await film.encode();
  if (tour.length > MAX_BYTES)
    throw new Error(`The tour has ${tour.length} bytes; the limit is ${MAX_BYTES}.`);
  await writeFile(TOUR_FILE, tour);
  process.stdout.write(
    `docs/images/tour.webp, ${Math.round(tour.length / 1000)} kB, ${film.getSeconds()} seconds\n`,
  );
} finally {
  await browser.close();
  await demo.stop();
}
