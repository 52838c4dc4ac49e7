import type { Database } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { updateLastContact } from '#service/identity/devices/device.ts';
import { updateLastSeen } from './session.ts';

/** A session ends after 30 minutes without activity, so writing once a minute is precise enough. */
const UPDATE_INTERVAL_MS = 60_000;
const MAX_ENTRIES = 10_000;

/** Extends an active user's session, or updates the last contact of a device. Does nothing for access tokens. */
export type KeepAlive = (actor: Actor) => Promise<void>;

export const createKeepAlive = (db: Database, now: () => number): KeepAlive => {
  const updatedAt = new Map<string, number>();
  return async ({ tenantId, sessionId, deviceId }) => {
    const id = sessionId ?? deviceId;
    // The apps choose the device IDs, so different organisations may have the same ones.
    const key = `${tenantId} ${id}`;
    if (id === null || now() - (updatedAt.get(key) ?? Number.NEGATIVE_INFINITY) < UPDATE_INTERVAL_MS) return;
    if (updatedAt.size >= MAX_ENTRIES) updatedAt.clear();
    updatedAt.set(key, now());
    await (deviceId === null ? updateLastSeen(db, tenantId, id) : updateLastContact(db, tenantId, id));
  };
};
