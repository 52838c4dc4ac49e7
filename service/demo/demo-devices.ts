import { randomUUID } from 'node:crypto';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { DEVICE_LIMITS, DEVICE_TOKEN } from '#service/identity/devices/device.ts';
import { hashSecret } from '#service/identity/tokens/secret-token.ts';
import demoDevices from './devices.json' with { type: 'json' };

/** Times are ISO 8601 durations before the first start of the demo. */
type DemoDevice = {
  userName: string;
  name: keyof typeof demoDevices.userAgents;
  lastSeen: string;
  /** The unsent data at the last contact. */
  unsent?: { answers: number; pictures: number; since?: string };
  erasureRequested?: string;
};

const DEVICES = demoDevices.devices as readonly DemoDevice[];

/** The time from adding a device to its last contact. */
const AGE_AT_LAST_CONTACT = 'P12D';

export const addDemoDevices = async (
  db: Database,
  actors: ReadonlyMap<string, Actor>,
  now: Date,
): Promise<void> => {
  const subtract = (duration: string, from = now) =>
    new Date(from.getTime() - Temporal.Duration.from(duration).total('milliseconds'));
  for (const { userName, name, lastSeen, unsent, erasureRequested } of DEVICES) {
    const { tenantId, userId } = actors.get(userName)!;
    const createdAt = subtract(AGE_AT_LAST_CONTACT, subtract(lastSeen));
    const expiresAt =
      erasureRequested === undefined
        ? createdAt.getTime() + DEVICE_LIMITS.absolute * 1_000
        : subtract(erasureRequested).getTime() + DEVICE_LIMITS.idle * 1_000;
    await run(
      db,
      `insert into device (tenant_id, device_id, user_id, token_hash, name, address, agent, created_at, last_seen_at,
                           expires_at, reported_at, unsent_answers, unsent_pictures, unsent_since, erasure_requested_at)
       values ($1, $2, $3, $4, $5, '198.51.100.7', $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        tenantId,
        randomUUID(),
        userId,
        hashSecret(DEVICE_TOKEN.create(tenantId)),
        name,
        demoDevices.userAgents[name],
        createdAt,
        subtract(lastSeen),
        new Date(expiresAt),
        unsent ? subtract(lastSeen) : null,
        unsent?.answers ?? 0,
        unsent?.pictures ?? 0,
        unsent?.since === undefined ? null : subtract(unsent.since),
        erasureRequested === undefined ? null : subtract(erasureRequested),
      ],
    );
  }
};
