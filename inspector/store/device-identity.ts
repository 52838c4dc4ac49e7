import { Dexie, liveQuery, type Table } from 'dexie';

/** The signed-in inspector. Known without a network, until they sign out. */
export type Owner = {
  /** The device, among those of its person. */
  deviceId: string;
  tenancyName: string;
  id: number;
  userName: string;
  name: string;
  surname: string;
  teamIds: readonly string[];
};

/** Names the data of one person on this device. Several people may share it. */
export const storeNameOf = ({ tenancyName, id }: Pick<Owner, 'tenancyName' | 'id'>): string =>
  `${tenancyName}-${id}`;

/** Who is signed in on this device, and what is left to do for those who are not any more. */
export type Identity = {
  owner: Owner | null;
  /** Store names of people who signed out and whose data may still be here. */
  toErase: readonly string[];
  /** What the server has not acknowledged: that somebody signed out, or that everything was erased as it asked. */
  unacknowledged: 'sign-out' | 'erasure' | null;
  /** By how many milliseconds the server is ahead of this device (createClock). */
  clockOffset: number;
};

const NOBODY: Identity = { owner: null, toErase: [], unacknowledged: null, clockOffset: 0 };
const ROW = 'identity';

export type IdentityDatabase = Dexie & {
  facts: Table<{ name: typeof ROW; value: Identity }, typeof ROW>;
};

/**
 * One row, in a database that no person's data is in: each change of it is one transaction, and over when it lies on the
 * disk. `localStorage` is written seconds later, so a phone that was killed had forgotten who signed in or out.
 */
export const openIdentity = (): IdentityDatabase => {
  const database = new Dexie('ronda', { chromeTransactionDurability: 'strict' }) as IdentityDatabase;
  database.version(1).stores({ facts: 'name' });
  return database;
};

export const readIdentity = async ({ facts }: IdentityDatabase): Promise<Identity> =>
  (await facts.get(ROW))?.value ?? NOBODY;

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

/** The owner is stored before any screen shows them as signed in. */
export const recordSignIn = (database: IdentityDatabase, owner: Owner): Promise<Identity> =>
  change(database, () => ({ owner }));

/** Learned teams of the owner; of somebody who has signed out since nothing is stored. */
export const recordTeams = (
  database: IdentityDatabase,
  person: Owner,
  teamIds: readonly string[],
): Promise<Identity> =>
  change(database, ({ owner }) => (isSamePerson(owner, person) ? { owner: { ...person, teamIds } } : {}));

/** From here on nobody is signed in, whenever the browser is killed; the rest is done at the next start. */
export const recordSignOut = (database: IdentityDatabase, person: Owner): Promise<Identity> =>
  change(database, ({ owner, toErase }) =>
    isSamePerson(owner, person)
      ? { owner: null, toErase: [...toErase, storeNameOf(person)], unacknowledged: 'sign-out' }
      : {},
  );

/** An administrator has everything on this device erased: nobody is signed in any more. */
export const recordErasure = (database: IdentityDatabase): Promise<Identity> =>
  change(database, () => ({ owner: null, unacknowledged: 'erasure' }));

/** The data of people who signed out is gone. */
export const recordErased = (database: IdentityDatabase): Promise<Identity> =>
  change(database, () => ({ toErase: [] }));

export const recordClock = (database: IdentityDatabase, clockOffset: number): Promise<Identity> =>
  change(database, () => ({ clockOffset }));

export const recordAcknowledged = (database: IdentityDatabase): Promise<Identity> =>
  change(database, () => ({ unacknowledged: null }));

/** Calls once when somebody else than `shown` is signed in, whichever window did it. */
export const whenOwnerChanges = (
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
