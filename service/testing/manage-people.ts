import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import type { TestService } from './start-service.ts';

export type Management = {
  admin: Caller;
  /** Creates a user and returns the ID. `service.as` signs the user in. */
  add(body: { userName: string } & Record<string, unknown>): Promise<number>;
  /** Creates a user with just these tenant-wide permissions and signs the user in. */
  addUserWith(userName: string, permissions: readonly string[]): Promise<Caller>;
  user(id: number): Promise<Record<string, unknown> & { revision: number; roles: string[] }>;
  /** Audit events that match a query, oldest first. */
  events(query: string): Promise<Record<string, unknown>[]>;
};

export const manage = async (service: TestService): Promise<Management> => {
  const admin = await service.as('admin');
  const add: Management['add'] = async (input) => {
    const { status, body } = await admin.post('/api/v1/users', input);
    assert.equal(status, 201, JSON.stringify(body));
    service.organisation.userIds[input.userName] = body.id;
    return body.id;
  };
  return {
    admin,
    add,
    addUserWith: async (userName, permissions) => {
      const role = { name: `Role of ${userName}`, isTenantWide: true, permissions };
      const { status, body } = await admin.post('/api/v1/roles', role);
      assert.equal(status, 201, JSON.stringify(body));
      await add({ userName, roles: [role.name] });
      return service.as(userName);
    },
    user: async (id) => (await admin.get(`/api/v1/users/${id}`)).body,
    events: async (query) => {
      const { status, body } = await admin.get(`/api/v1/audit-events?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body.events.reverse();
    },
  };
};
