import { writeFileSync } from 'node:fs';
import { recordStatements } from './record-statements.ts';

// Preload this in a server with `node --import record-to-file.ts?to=FILE`. Writes the statements to FILE on exit.
const file = new URL(import.meta.url).searchParams.get('to');
if (file === null) throw new Error('Set the output file: record-to-file.ts?to=FILE');
const statements = recordStatements();
process.on('exit', () => writeFileSync(file, statements.stop()));
