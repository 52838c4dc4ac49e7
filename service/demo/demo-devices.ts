import { randomUUID } from 'node:crypto';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { createDeviceToken, DEVICE_LIMITS } from '#service/identity/devices/device.ts';
import { hashSecret } from '#service/identity/tokens/access-token.ts';

const HOURS = 60;
const DAYS = 24 * HOURS;

/** A device in the demo. Times are in minutes before the demo was first started. */
type DemoDevice = {
  userName: string;
  name: string;
  agent: string;
  lastSeen: number;
  /** What was unsent at the last contact; undefined if the device has not reported anything yet. */
  unsent?: { answers: number; pictures: number; since: number };
  erasureRequested?: number;
};

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';

const ALL_SENT = { answers: 0, pictures: 0, since: 0 };

/** Devices in different states: offline, recently seen, not seen for a long time, to be erased, and new. */
const DEVICES: readonly DemoDevice[] = [
  {
    userName: 'anna',
    name: 'Chrome on Android',
    agent: ANDROID,
    lastSeen: 2 * HOURS,
    unsent: { answers: 3, pictures: 2, since: 2 * HOURS + 40 },
  },
  { userName: 'bram', name: 'Safari on iPhone', agent: IPHONE, lastSeen: 4, unsent: ALL_SENT },
  { userName: 'carla', name: 'Chrome on Android', agent: ANDROID, lastSeen: 27 * HOURS, unsent: ALL_SENT },
  {
    userName: 'emre',
    name: 'Firefox on Android',
    agent: FIREFOX,
    lastSeen: 9 * DAYS,
    unsent: { answers: 14, pictures: 6, since: 9 * DAYS + 3 * HOURS },
  },
  {
    userName: 'fatima',
    name: 'Chrome on Android',
    agent: ANDROID,
    lastSeen: 1,
    unsent: { answers: 5, pictures: 0, since: 10 },
  },
  {
    userName: 'gijs',
    name: 'Chrome on Android',
    agent: ANDROID,
    lastSeen: 31 * HOURS,
    unsent: { answers: 1, pictures: 0, since: 32 * HOURS },
    erasureRequested: 20 * HOURS,
  },
  { userName: 'hanna', name: 'Safari on iPhone', agent: IPHONE, lastSeen: 15 },
];

/** Adds sample devices for the portal. */
export const addDemoDevices = async (
  db: Database,
  actors: ReadonlyMap<string, Actor>,
  now: Date,
): Promise<void> => {
  const subtractMinutes = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  for (const { userName, name, agent, lastSeen, unsent, erasureRequested } of DEVICES) {
    const { tenantId, userId } = actors.get(userName)!;
    const created = subtractMinutes(lastSeen + 12 * DAYS);
    const expires =
      erasureRequested === undefined
        ? created.getTime() + DEVICE_LIMITS.absolute * 1_000
        : subtractMinutes(erasureRequested).getTime() + DEVICE_LIMITS.idle * 1_000;
    await run(
      db,
      `insert into device (tenant_id, device_id, user_id, token_hash, name, address, agent, created_at, last_seen_at,
                           expires_at, reported_at, unsent_answers, unsent_pictures, unsent_since, erasure_requested_at)
       values ($1, $2, $3, $4, $5, '198.51.100.7', $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        tenantId,
        randomUUID(),
        userId,
        hashSecret(createDeviceToken(tenantId)),
        name,
        agent,
        created,
        subtractMinutes(lastSeen),
        new Date(expires),
        unsent ? subtractMinutes(lastSeen) : null,
        unsent?.answers ?? 0,
        unsent?.pictures ?? 0,
        unsent && unsent.since > 0 ? subtractMinutes(unsent.since) : null,
        erasureRequested === undefined ? null : subtractMinutes(erasureRequested),
      ],
    );
  }
};
