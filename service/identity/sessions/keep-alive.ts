import type { Database } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { noteContact } from '#service/identity/devices/device.ts';
import { noteSeen } from './session.ts';

/** A session ends after 30 minutes without activity, so a precision of one minute is enough and limits writes to one a minute. */
const NOTED_EVERY_MS = 60_000;
const REMEMBERED = 10_000;

/** Extends the session of an active user, or updates the last contact of a device; does nothing for access tokens. */
export type KeepAlive = (actor: Actor) => Promise<void>;

export const createKeepAlive = (db: Database, now: () => number): KeepAlive => {
  const noted = new Map<string, number>();
  return async ({ tenantId, sessionId, deviceId }) => {
    const id = sessionId ?? deviceId;
    // Apps choose the ids of devices, so two organisations may have the same id.
    const key = `${tenantId} ${id}`;
    if (id === null || now() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    if (noted.size >= REMEMBERED) noted.clear();
    noted.set(key, now());
    await (deviceId === null ? noteSeen(db, tenantId, id) : noteContact(db, tenantId, id));
  };
};
