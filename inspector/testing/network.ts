import { connectServer, type Server } from '#inspector/sync/server.ts';
import { grantToken } from '#service/testing/organisation.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** A network that comes and goes, and the server at its end as somebody reaches it. */
export type Network = {
  server: Server;
  isUp: boolean;
  /** Whether answers come back; what was asked has happened all the same. */
  bringsAnswers: boolean;
  /** What answers in the place of the server: a proxy before it, or whoever owns the network; undefined: the server. */
  between(method: string, path: string): Response | undefined;
  /** Requests that got through. */
  heard: string[];
};

export const connect = async (
  { url, database, organisation }: TestService,
  userName: string,
): Promise<Network> => {
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds[userName]!);
  const network: Network = {
    isUp: true,
    bringsAnswers: true,
    between: () => undefined,
    heard: [],
    server: connectServer({
      home: url,
      language: () => 'en',
      headers: { authorization: `Bearer ${token}` },
      fetch: async (address, init) => {
        if (!network.isUp) throw new TypeError('Failed to fetch');
        const path = new URL(String(address)).pathname.slice('/api/v1'.length);
        const other = network.between(init?.method ?? 'GET', path);
        if (other) return other;
        network.heard.push(`${init?.method} ${path}`);
        const answer = await fetch(address, init);
        if (!network.bringsAnswers) throw new TypeError('Failed to fetch');
        return answer;
      },
    }),
  };
  return network;
};
