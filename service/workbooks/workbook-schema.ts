import { WorkbookDefinition } from '#contract/workbook-definition.ts';

/** The content of docs/use/workbook.schema.json. */
export const formatWorkbookSchema = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...WorkbookDefinition }, null, 2)}\n`;
