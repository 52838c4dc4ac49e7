import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import {
  addDescriptions,
  buildErrorResponses,
  hoistTitledSchemas,
  makeBodiesOptional,
} from './openapi-document.ts';

const DESCRIPTION = `
Plan inspections: create tasks and follow them, carry out inspections, read results, and manage teams, users and workbooks.

Requests need an access token (\`Authorization: Bearer …\`), except to get a token, read a shared report or check the server's health.

The *task interface* (\`/api/services/…\`) follows a given specification. It returns HTTP 200 with \`success: false\` for an
invalid request, and its messages are in English. \`/api/v1\` returns problem details. Its messages, such as the \`detail\` of a
problem, are in the language of \`Accept-Language\`: English (\`en\`, the default), Dutch (\`nl\`) or German (\`de\`).
`.trim();

/** Collects the routes that are registered afterwards for `app.swagger()`. */
export const describeApi = async (app: FastifyInstance, version: string): Promise<void> => {
  const optionalBodies = new Set<string>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ronda',
        version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        'Authentication',
        'Tasks',
        'Changes',
        'Teams',
        'Workbooks',
        'Items',
        'Inspections',
        'Reports',
        'Uploads',
        'Users',
        'Devices',
        'Sign-in',
        'Operation',
      ].map((name) => ({ name })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => {
      if (route.config?.isBodyOptional) optionalBodies.add(String(schema?.operationId));
      return {
        schema: {
          ...schema,
          // The Swagger plugin appends "-head" to the operationIds of HEAD routes.
          ...(schema?.operationId && { operationId: schema.operationId.replace(/-head$/, '') }),
          ...(route.config?.access === 'anonymous' && { security: [] }),
          response: {
            ...addDescriptions((schema?.response ?? {}) as Record<string, unknown>),
            ...buildErrorResponses(url, isConditional(schema)),
          },
        },
        url,
      };
    },
    transformObject: (document) =>
      hoistTitledSchemas(
        makeBodiesOptional('openapiObject' in document ? document.openapiObject : {}, optionalBodies),
      ),
  });
};

const isConditional = (schema: { headers?: unknown } | undefined) => {
  const { properties = {} } = (schema?.headers ?? {}) as { properties?: object };
  return 'if-match' in properties;
};
