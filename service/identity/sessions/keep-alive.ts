import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';

/** A session ends after 30 minutes without activity, so writing once a minute is precise enough. */
const UPDATE_INTERVAL_MS = 60_000;
const MAX_ENTRIES = 10_000;

/** Extends an active user's session, or updates a device's last contact. Does nothing for access tokens. */
export type KeepAlive = (actor: Actor) => Promise<void>;

const EXTEND_SESSION = 'update session set last_seen_at = now() where tenant_id = $1 and session_id = $2';
const UPDATE_LAST_CONTACT = 'update device set last_seen_at = now() where tenant_id = $1 and device_id = $2';

export const createKeepAlive = (db: Database, now: () => number): KeepAlive => {
  const updatedAt = new Map<string, number>();
  return async ({ tenantId, sessionId, deviceId }) => {
    const id = sessionId ?? deviceId;
    // Apps choose the device IDs, so two organisations may have the same one.
    const key = `${tenantId} ${id}`;
    if (id === null || now() - (updatedAt.get(key) ?? Number.NEGATIVE_INFINITY) < UPDATE_INTERVAL_MS) return;
    if (updatedAt.size >= MAX_ENTRIES) updatedAt.clear();
    updatedAt.set(key, now());
    await run(db, deviceId === null ? EXTEND_SESSION : UPDATE_LAST_CONTACT, [tenantId, id]);
  };
};
