import { ProvisionFile } from '#contract/provision.ts';

/** Returns the JSON Schema for provisioning files, published as docs/operate/provision.schema.json. */
export const formatProvisionSchema = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...ProvisionFile }, null, 2)}\n`;
