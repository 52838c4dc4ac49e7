import type { ReaderSource } from '#service/changes/change-feed.ts';

/** A reader of the whole tenant whose permissions never change. */
export const createTenantReader = (tenantId: number, userId: number): ReaderSource => {
  const read = async () => ({ tenantId, userId, teamIds: null, floor: '0' });
  return { current: read, reload: read };
};
