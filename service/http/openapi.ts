import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { errorResponses, hoistTitledSchemas, withOptionalBodies } from './openapi-document.ts';

const DESCRIPTION = `
Inspection tasks for an external application: create and follow them, list teams and workbooks, perform inspections.

Every call but those of *Authentication* carries an access token: \`Authorization: Bearer …\`. The services of the
given interface answer HTTP 200 with \`success: false\` when a request is invalid; \`/api/v1\` answers problem details.

What \`/api/v1\` says to people, such as the \`detail\` of a problem, is in the language of \`Accept-Language\`: \`en\`, or \`nl\` for
Dutch. The given interface speaks English.
`.trim();

/** Collects the routes' schemas into /openapi.json and shows them at /docs; nothing is loaded from elsewhere. */
export const describeApi = async (app: FastifyInstance, version: string): Promise<void> => {
  const mayLackBody = new Set<string>();
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
      if (route.config?.mayLackBody) mayLackBody.add(String(schema?.operationId));
      return {
        // An anonymous route says so, so that the page does not ask for a token in vain.
        schema: {
          ...schema,
          // Swagger's plugin puts -head behind those of HEAD, as many of them are of a GET as well; no name has a hyphen.
          ...(schema?.operationId && { operationId: schema.operationId.replace(/-head$/, 'Head') }),
          ...(route.config?.access === 'anonymous' && { security: [] }),
          response: { ...(schema?.response as object), ...errorResponses(url, isConditional(schema)) },
        },
        url,
      };
    },
    transformObject: (document) =>
      hoistTitledSchemas(
        withOptionalBodies('openapiObject' in document ? document.openapiObject : {}, mayLackBody),
      ),
  });
};

const isConditional = (schema: { headers?: unknown } | undefined) => {
  const { properties = {} } = (schema?.headers ?? {}) as { properties?: object };
  return 'if-match' in properties;
};

/** The page runs its own scripts and calls this service, and nothing else. */
const PAGE_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The document and the reference page, once every route is known. */
export const serveApiDescription = async (app: FastifyInstance): Promise<void> => {
  // Anyone may read it, and printing it takes 15 ms.
  let text: string | undefined;
  app.get('/openapi.json', { config: { access: 'anonymous' }, schema: { hide: true } }, async (_, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  await app.register(async (page) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'anonymous' };
    });
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_SECURITY_POLICY,
      theme: { title: 'Ronda' },
      uiConfig: {
        layout: 'BaseLayout',
        persistAuthorization: false,
        tryItOutEnabled: true,
        displayRequestDuration: true,
      },
    });
  });
};
