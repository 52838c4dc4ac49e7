import { writeFile } from 'node:fs/promises';
import { formatProvisionSchema } from '#service/provisioning/json-schema.ts';
import { formatWorkbookSchema } from '#service/workbooks/workbook-schema.ts';

// A test fails if a committed schema differs.
const write = (name: string, text: string) => writeFile(new URL(`../docs/${name}`, import.meta.url), text);
await write('operate/provision.schema.json', formatProvisionSchema());
await write('use/workbook.schema.json', formatWorkbookSchema());
