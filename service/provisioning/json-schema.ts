import { ProvisionFile } from '#contract/provision.ts';

/** The published JSON Schema of provision files: docs/operate/provision.schema.json, as text. */
export const provisionSchema = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...ProvisionFile }, null, 2)}\n`;
