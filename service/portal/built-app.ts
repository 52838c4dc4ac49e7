import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { routeNotFound } from '#service/http/request-problems.ts';
import { appNotBuilt } from './portal-problems.ts';

export const ANONYMOUS_PAGE = { config: { access: 'anonymous' }, schema: { hide: true } } as const;

/** The nonce allows the styles that React adds to the page. */
export const formatContentSecurityPolicy = (nonce: string, directives: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...directives,
  ].join('; ');

/** Registers an app built by `tools/build-apps.ts`, with its assets. `name` is its folder. */
export const registerBuiltApp = async (
  app: FastifyInstance,
  { name, path, cspDirectives }: { name: string; path: string; cspDirectives: readonly string[] },
) => {
  const dist = join(import.meta.dirname, '../..', name, 'dist');
  await app.register(staticFiles, { root: dist, serve: false, preCompressed: true, etag: false });

  const requireFile = async (file: string) => {
    if (!/^[\w.-]+\.(js|css|svg|json|woff2|png|wasm|webmanifest|txt)$/.test(file.replace(/^assets\//, '')))
      throw routeNotFound();
    await access(join(dist, file)).catch(() => {
      throw routeNotFound();
    });
  };
  /** Reads the page from disk every time: the app may be rebuilt while the server is running. */
  const readPage = async () => {
    const html = await readFile(join(dist, 'index.html'), 'utf8').catch(() => undefined);
    return html?.replaceAll('"./', `"%HOME%${path}/`);
  };
  // Asset names contain a content hash.
  app.get<{ Params: { '*': string } }>(`${path}/assets/*`, ANONYMOUS_PAGE, async (request, reply) => {
    const file = join('assets', request.params['*']);
    await requireFile(file);
    return reply.sendFile(file, { maxAge: '365d', immutable: true });
  });
  return {
    sendFile: async (reply: FastifyReply, file: string) => {
      await requireFile(file);
      return reply.header('cache-control', 'no-cache').sendFile(file, { cacheControl: false });
    },
    sendPage: async (reply: FastifyReply, values: Readonly<Record<string, string>>) => {
      const page = await readPage();
      if (page === undefined) throw appNotBuilt();
      const nonce = randomBytes(16).toString('base64');
      reply.headers({
        'content-security-policy': formatContentSecurityPolicy(nonce, cspDirectives),
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      return reply.send(
        Object.entries({ NONCE: nonce, ...values }).reduce(
          (html, [placeholder, value]) => html.replaceAll(`%${placeholder}%`, value),
          page,
        ),
      );
    },
    isBuilt: async () => (await readPage()) !== undefined,
  };
};
