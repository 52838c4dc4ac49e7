import type { FastifyInstance } from 'fastify';

/** Keep-alive connections would delay the shutdown (R4). */
export const endConnectionsWhileStopping = (app: FastifyInstance): void => {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
};
