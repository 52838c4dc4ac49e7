import type { ReaderSource } from '#service/changes/change-feed.ts';

/** Creates a reader that has access to the whole tenant and whose permissions never change. */
export const createTenantReader = (tenantId: number, userId: number): ReaderSource => {
  const read = async () => ({ tenantId, userId, teamIds: null, floor: '0' });
  return { getCached: read, reload: read };
};
