import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { sentence } from '#i18n/sentence.ts';
import { sendProblem } from './problem-reply.ts';
import { UNKNOWN_URL } from './request-problems.ts';

/**
 * Responds to unknown URLs with 404, or with 405 and `Allow` if the URL supports other methods (decision
 * W14). Call this function before registering the first route. Call the returned function after registering
 * the hooks that limit requests, because the response does not wait for the body (R23).
 */
export const handleUnknownRoutes = (app: FastifyInstance): (() => void) => {
  const methodsByPattern = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', (route: RouteOptions) => {
    const entry = methodsByPattern.get(route.url) ?? { pattern: buildPattern(route.url), methods: new Set() };
    for (const method of [route.method].flat()) entry.methods.add(method.toUpperCase());
    methodsByPattern.set(route.url, entry);
  });

  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0]!;
    const allowed = [...methodsByPattern.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
    if (allowed.length === 0) {
      return sendProblem(reply, 404, { detail: UNKNOWN_URL });
    }
    reply.header('allow', [...new Set(allowed)].join(', '));
    return sendProblem(reply, 405, { detail: sentence`This URL does not support ${request.method}.` });
  };
  app.setNotFoundHandler(respond);
  return () => {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.is404) respond(request, reply);
      else done();
    });
  };
};

/** Builds a case-insensitive pattern for a route such as `/inspections/:id/answers`. It allows a trailing slash. */
const buildPattern = (url: string): RegExp => {
  const source = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}/?$`, 'i');
};
