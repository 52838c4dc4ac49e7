import { writeFile } from 'node:fs/promises';
import { provisionSchema } from '#service/provisioning/json-schema.ts';

// Writes the JSON Schema of provision files. A test fails when the committed one differs.
await writeFile(new URL('../docs/provision.schema.json', import.meta.url), provisionSchema());
