import type { Database } from '#service/database/connect.ts';
import type { Actor } from '#service/identity/actor.ts';
import { noteContact } from '#service/identity/devices/device.ts';
import { noteSeen } from './session.ts';

/** A session ends after half an hour of silence, so a minute more or less is near enough, and one write a minute little. */
const NOTED_EVERY_MS = 60_000;
const REMEMBERED = 10_000;

/** Keeps a session alive while its user is there, and a device in contact; nothing for who came by an access token. */
export type KeepAlive = (actor: Actor) => Promise<void>;

export const createKeepAlive = (db: Database, now: () => number): KeepAlive => {
  const noted = new Map<string, number>();
  return async ({ tenantId, sessionId, deviceId }) => {
    const id = sessionId ?? deviceId;
    // The id of a device is its app's choice, and may be taken in another organisation too.
    const key = `${tenantId} ${id}`;
    if (id === null || now() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    if (noted.size >= REMEMBERED) noted.clear();
    noted.set(key, now());
    await (deviceId === null ? noteSeen(db, tenantId, id) : noteContact(db, tenantId, id));
  };
};
