import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { msg } from '#i18n/message.ts';
import { sendProblem } from './problem-reply.ts';
import { UNKNOWN_URL } from './request-problems.ts';

/**
 * Responds with 404, or with 405 if the URL supports other methods (decision W14). Call this before registering the
 * first route. Call the returned function after registering the hooks that limit requests, because the response does
 * not wait for the body (R23).
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
    const allowedMethods = [...methodsByPattern.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
    if (allowedMethods.length === 0) return sendProblem(reply, 404, { detail: UNKNOWN_URL });
    reply.header('allow', [...new Set(allowedMethods)].join(', '));
    return sendProblem(reply, 405, { detail: msg`This URL does not support ${request.method}.` });
  };
  app.setNotFoundHandler(respond);
  return () => {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.is404) respond(request, reply);
      else done();
    });
  };
};

/** Like the router, ignores case and a trailing slash. */
const buildPattern = (url: string): RegExp => {
  const source = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}/?$`, 'i');
};
