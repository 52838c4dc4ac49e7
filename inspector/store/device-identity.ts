import { Dexie, liveQuery, type Table } from 'dexie';

/** The signed-in inspector. Known offline, until they sign out. */
export type Owner = {
  /** The id of this device among the devices of its owner. */
  deviceId: string;
  tenancyName: string;
  id: number;
  userName: string;
  name: string;
  surname: string;
  teamIds: readonly string[];
};

/** The name of one person's data on this device. Several people may share the device. */
export const storeNameOf = ({ tenancyName, id }: Pick<Owner, 'tenancyName' | 'id'>): string =>
  `${tenancyName}-${id}`;

/** The signed-in person of this device, and what remains to be done after sign-outs. */
export type Identity = {
  owner: Owner | null;
  /** Names of stores of people who signed out, whose data may still be on the device. */
  toErase: readonly string[];
  /** What the server has not acknowledged yet: a sign-out, or the erasure that it ordered. */
  unacknowledged: 'sign-out' | 'erasure' | null;
  /** By how many milliseconds the server is ahead of this device (createClock). */
  clockOffset: number;
};

const SIGNED_OUT: Identity = { owner: null, toErase: [], unacknowledged: null, clockOffset: 0 };
const ROW = 'identity';

export type IdentityDatabase = Dexie & {
  facts: Table<{ name: typeof ROW; value: Identity }, typeof ROW>;
};

/**
 * One row, in a database without personal data. Each change is one transaction that completes when it is on disk.
 * Browsers write `localStorage` seconds later, so a phone that was killed forgot a sign-in or sign-out.
 */
export const openIdentity = (): IdentityDatabase => {
  const database = new Dexie('ronda', { chromeTransactionDurability: 'strict' }) as IdentityDatabase;
  database.version(1).stores({ facts: 'name' });
  return database;
};

export const readIdentity = async ({ facts }: IdentityDatabase): Promise<Identity> =>
  (await facts.get(ROW))?.value ?? SIGNED_OUT;

const change = (
  database: IdentityDatabase,
  to: (identity: Identity) => Partial<Identity>,
): Promise<Identity> =>
  database.transaction('rw', database.facts, async () => {
    const before = await readIdentity(database);
    const value = { ...before, ...to(before) };
    await database.facts.put({ name: ROW, value });
    return value;
  });

/** Stores the owner before any screen shows them as signed in. */
export const recordSignIn = (database: IdentityDatabase, owner: Owner): Promise<Identity> =>
  change(database, () => ({ owner }));

/** Stores the teams of the owner, unless they have signed out since. */
export const recordTeams = (
  database: IdentityDatabase,
  person: Owner,
  teamIds: readonly string[],
): Promise<Identity> =>
  change(database, ({ owner }) => (isSamePerson(owner, person) ? { owner: { ...person, teamIds } } : {}));

/** Signs out permanently, even if the browser is killed right after. The rest is done at the next start. */
export const recordSignOut = (database: IdentityDatabase, person: Owner): Promise<Identity> =>
  change(database, ({ owner, toErase }) =>
    isSamePerson(owner, person)
      ? { owner: null, toErase: [...toErase, storeNameOf(person)], unacknowledged: 'sign-out' }
      : {},
  );

/** Records that an administrator has ordered this device to be erased. After this no one is signed in. */
export const recordErasure = (database: IdentityDatabase): Promise<Identity> =>
  change(database, () => ({ owner: null, unacknowledged: 'erasure' }));

/** Records that the data of people who signed out has been erased. */
export const recordErased = (database: IdentityDatabase): Promise<Identity> =>
  change(database, () => ({ toErase: [] }));

export const recordClock = (database: IdentityDatabase, clockOffset: number): Promise<Identity> =>
  change(database, () => ({ clockOffset }));

export const recordAcknowledged = (database: IdentityDatabase): Promise<Identity> =>
  change(database, () => ({ unacknowledged: null }));

/** Calls `onChange` once when a person other than `shown` signs in or `shown` signs out, in any window. */
export const onOwnerChange = (
  database: IdentityDatabase,
  shown: Owner | null,
  onChange: () => void,
): void => {
  const subscription = liveQuery(() => readIdentity(database)).subscribe(({ owner }) => {
    if (owner === shown || isSamePerson(owner, shown)) return;
    subscription.unsubscribe();
    onChange();
  });
};

const isSamePerson = (one: Owner | null, other: Owner | null): boolean =>
  one !== null && other !== null && storeNameOf(one) === storeNameOf(other);
