import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { type AppServices, buildApp } from '#service/app.ts';

export type Route = { method: string; url: string };

/** Fastify publishes each new server on this channel before routes are added. */
const INITIALIZATION_CHANNEL = 'fastify.initialization';

/** Lists all of the service's routes, including those missing from the API description. */
export const listRoutes = async (services: AppServices): Promise<Route[]> => {
  const routes: Route[] = [];
  const handleMessage = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route: RouteOptions) => {
      const url = route.url.replace(/(?<=.)\/$/, '');
      for (const method of [route.method].flat()) routes.push({ method, url });
    });
  };
  subscribe(INITIALIZATION_CHANNEL, handleMessage);
  const app = await buildApp(services);
  unsubscribe(INITIALIZATION_CHANNEL, handleMessage);
  await app.ready();
  await app.close();
  return routes;
};
