import { createTenant, type Tenant } from './create-tenant.ts';
import { loadInBulk } from './load-in-bulk.ts';
import type { BenchmarkSetup } from './measurement.ts';

export const getListTenantName = (tasks: number) => `lists${tasks}`;

/** Below this size, the indexes of the other tenants would take longer to create again. */
const MIN_BULK_SIZE = 50_000;

const tenants = new Map<number, Promise<Tenant>>();

/** Returns the tenant with this number of tasks. The first call creates it, which takes minutes for a million tasks. */
export const getListTenant = (
  { client, log }: Pick<BenchmarkSetup, 'client' | 'log'>,
  tasks: number,
): Promise<Tenant> => {
  const create = async () => {
    log(`Creating a tenant with ${tasks.toLocaleString('en')} tasks`);
    const load = () => createTenant(client, { name: getListTenantName(tasks), taskCount: tasks });
    const tenant = await (tasks < MIN_BULK_SIZE ? load() : loadInBulk(client, load));
    await client.query('vacuum analyze');
    return tenant;
  };
  return tenants.getOrInsertComputed(tasks, create);
};
