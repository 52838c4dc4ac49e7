import { Dexie, liveQuery, type Table } from 'dexie';
import { convertIdentity, VERSION_1_TABLES } from './convert-version-1.ts';

/** The signed-in inspector, remembered until sign-out, even offline. */
export type Owner = {
  /** Distinguishes this device from its owner's other devices. */
  deviceId: string;
  tenancyName: string;
  id: number;
  userName: string;
  name: string;
  surname: string;
  teamIds: readonly string[];
};

/** Returns the name of a person's store on this device. Several people may share a device. */
export const getStoreName = ({ tenancyName, id }: Pick<Owner, 'tenancyName' | 'id'>): string =>
  `${tenancyName}-${id}`;

export type Identity = {
  owner: Owner | null;
  /** Store names of signed-out people whose data may still be on the device. */
  toErase: readonly string[];
  /** What the device must still report to the server: a sign-out, or an erasure ordered by an administrator. */
  unacknowledged: 'sign-out' | 'erasure' | null;
  /** How far the server's clock is ahead of this device's clock, in milliseconds (createClock). */
  clockOffset: number;
};

const SIGNED_OUT: Identity = { owner: null, toErase: [], unacknowledged: null, clockOffset: 0 };
const IDENTITY_ROW = 'identity';

export type IdentityRow = { name: typeof IDENTITY_ROW; value: Identity };
export type IdentityDatabase = Dexie & { values: Table<IdentityRow, typeof IDENTITY_ROW> };

/** Avoids `localStorage`, which browsers flush seconds later: a killed phone would lose changes. */
export const openIdentity = (): IdentityDatabase => {
  const database = new Dexie('ronda', { chromeTransactionDurability: 'strict' }) as IdentityDatabase;
  database.version(1).stores({ facts: VERSION_1_TABLES.facts });
  database.version(2).stores({ values: 'name' });
  database.on('ready', (openedDatabase) => convertIdentity(openedDatabase as IdentityDatabase), true);
  return database;
};

export const readIdentity = async ({ values }: IdentityDatabase): Promise<Identity> =>
  (await values.get(IDENTITY_ROW))?.value ?? SIGNED_OUT;

export const updateIdentity = (
  database: IdentityDatabase,
  change: (identity: Identity) => Partial<Identity>,
): Promise<Identity> =>
  database.transaction('rw', database.values, async () => {
    const currentIdentity = await readIdentity(database);
    const value = { ...currentIdentity, ...change(currentIdentity) };
    await database.values.put({ name: IDENTITY_ROW, value });
    return value;
  });

/** Stores the owner's teams, unless the owner has signed out in the meantime. */
export const recordTeams = (
  database: IdentityDatabase,
  person: Owner,
  teamIds: readonly string[],
): Promise<Identity> =>
  updateIdentity(database, ({ owner }) =>
    isSamePerson(owner, person) ? { owner: { ...person, teamIds } } : {},
  );

/** Signs out, even if the browser is killed right afterwards: the app then finishes the sign-out at startup. */
export const recordSignOut = (database: IdentityDatabase, person: Owner): Promise<Identity> =>
  updateIdentity(database, ({ owner, toErase }) =>
    isSamePerson(owner, person)
      ? { owner: null, toErase: [...toErase, getStoreName(person)], unacknowledged: 'sign-out' }
      : {},
  );

/** Records that an administrator has ordered the erasure of this device, and signs out. */
export const recordErasure = (database: IdentityDatabase): Promise<Identity> =>
  updateIdentity(database, () => ({ owner: null, unacknowledged: 'erasure' }));

/** Calls `onChange` once when `owner` signs out or another person signs in, in any window. */
export const watchOwner = (database: IdentityDatabase, owner: Owner | null, onChange: () => void): void => {
  const subscription = liveQuery(() => readIdentity(database)).subscribe((identity) => {
    if (identity.owner === owner || isSamePerson(identity.owner, owner)) return;
    subscription.unsubscribe();
    onChange();
  });
};

const isSamePerson = (a: Owner | null, b: Owner | null): boolean =>
  a !== null && b !== null && getStoreName(a) === getStoreName(b);
