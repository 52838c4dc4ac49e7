import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressNotFound } from '#service/http/request-problems.ts';
import { appNotBuilt } from './portal-problems.ts';

/** What runs in browsers, as `tools/build-apps.ts` made it. */
export type BuiltApp = {
  /** A file of the app, beside its page, or in `assets`, where the name changes with the content. */
  sendFile(reply: FastifyReply, name: string): Promise<FastifyReply>;
  sendAsset(reply: FastifyReply, name: string): Promise<FastifyReply>;
  sendPage(reply: FastifyReply, values: Readonly<Record<string, string>>): Promise<FastifyReply>;
  isBuilt(): Promise<boolean>;
};

/**
 * Runs and shows what this server gives it, and calls this server; the nonce is for the styles that React puts into the
 * page.
 */
export const policy = (nonce: string, more: readonly string[]) =>
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
    ...more,
  ].join('; ');

/** `name` is its folder, `path` where it is served, `policies` what its page may do besides what both may. */
export const builtApp = async (
  app: FastifyInstance,
  { name, path, policies }: { name: string; path: string; policies: readonly string[] },
): Promise<BuiltApp> => {
  const dist = join(import.meta.dirname, '../..', name, 'dist');
  await app.register(staticFiles, { root: dist, serve: false, preCompressed: true, etag: false });

  const mustBeThere = async (file: string) => {
    if (!/^[\w.-]+\.(js|css|svg|json|woff2|png|wasm|webmanifest)$/.test(file.replace(/^assets\//, '')))
      throw addressNotFound();
    await access(join(dist, file)).catch(() => {
      throw addressNotFound();
    });
  };
  /** Read each time, for it may be built anew under a running server. */
  const readPage = async () => {
    const text = await readFile(join(dist, 'index.html'), 'utf8').catch(() => undefined);
    return text?.replaceAll('"./', `"%HOME%${path}/`);
  };
  return {
    sendFile: async (reply, file) => {
      await mustBeThere(file);
      return reply.header('cache-control', 'no-cache').sendFile(file, { cacheControl: false });
    },
    sendAsset: async (reply, file) => {
      await mustBeThere(join('assets', file));
      return reply.sendFile(join('assets', file), { maxAge: '365d', immutable: true });
    },
    sendPage: async (reply, values) => {
      const page = await readPage();
      if (page === undefined) throw appNotBuilt();
      const nonce = randomBytes(16).toString('base64');
      reply.headers({
        'content-security-policy': policy(nonce, policies),
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      return reply.send(
        Object.entries({ NONCE: nonce, ...values }).reduce(
          (text, [place, value]) => text.replaceAll(`%${place}%`, value),
          page,
        ),
      );
    },
    isBuilt: async () => (await readPage()) !== undefined,
  };
};
