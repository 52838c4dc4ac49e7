import { writeFileSync } from 'node:fs';
import { englishMessages } from './english-messages.ts';

// Writes the English messages that are in the code to files, for translators and their tools. A test fails when a committed
// one differs.

for (const [path, messages] of Object.entries(englishMessages()))
  writeFileSync(new URL(`../${path}`, import.meta.url), `${JSON.stringify(messages, null, 2)}\n`);
