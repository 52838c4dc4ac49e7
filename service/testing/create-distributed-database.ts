import { randomBytes } from 'node:crypto';
import { connect, openClient } from '#service/database/connect.ts';
import { distribute } from '#service/database/distribute.ts';
import { migrate } from '#service/database/migrate.ts';

type Node = { host: string; port: number };

/**
 * Creates a migrated database that is distributed over the nodes of a Citus cluster. `clusterUrl` is any database on the
 * coordinator in which the nodes have been added; its user must be a superuser on every node.
 */
export const createDistributedDatabase = async (
  clusterUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `distributed_${randomBytes(6).toString('hex')}`;
  const [coordinator, ...workers] = await listNodes(clusterUrl);
  const nodes = [coordinator!, ...workers];
  for (const node of nodes) {
    await execute(formatUrl(clusterUrl, node), [`create database ${name}`]);
    await execute(formatUrl(clusterUrl, node, name), ['create extension citus']);
  }
  const url = formatUrl(clusterUrl, coordinator!, name);
  await execute(url, [
    `select citus_set_coordinator_host('${coordinator!.host}', ${coordinator!.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  ]);
  const { db, close } = connect({ connectionString: url }, { poolSize: 1, onError: () => {} });
  await migrate(db);
  await distribute(db);
  await close();
  return {
    url,
    drop: async () => {
      for (const node of nodes)
        await execute(formatUrl(clusterUrl, node), [`drop database if exists ${name} with (force)`]);
    },
  };
};

/** The coordinator comes first. */
const listNodes = (clusterUrl: string): Promise<Node[]> =>
  execute(clusterUrl, ['select nodename as host, nodeport as port from pg_dist_node order by groupid']);

const formatUrl = (clusterUrl: string, { host, port }: Node, database?: string): string => {
  const url = new URL(clusterUrl);
  url.hostname = host;
  url.port = String(port);
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
};

/** Returns the rows of the last statement. */
const execute = async <Row extends object>(
  connectionString: string,
  statements: readonly string[],
): Promise<Row[]> => {
  const client = openClient({ connectionString });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
};
