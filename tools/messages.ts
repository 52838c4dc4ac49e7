import { writeFileSync } from 'node:fs';
import { collectEnglishMessages } from './english-messages.ts';

// Writes the English messages to files for translators. A test fails if a file differs.

for (const [path, messages] of Object.entries(collectEnglishMessages()))
  writeFileSync(new URL(`../${path}`, import.meta.url), `${JSON.stringify(messages, null, 2)}\n`);
