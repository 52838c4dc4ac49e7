import { WorkbookDefinition } from '#contract/workbook-definition.ts';

/** The published JSON Schema of workbooks: docs/use/workbook.schema.json, as text. */
export const workbookSchema = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...WorkbookDefinition }, null, 2)}\n`;
