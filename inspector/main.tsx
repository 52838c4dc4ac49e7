import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Device, DeviceContext } from '#inspector/frame/device.ts';
import '#inspector/frame/install.ts';
import { takeOverAtStart } from '#inspector/frame/new-version.ts';
import { deviceName } from '#inspector/session/device-name.ts';
import { readLanguage } from '#inspector/session/preferences.ts';
import { SigningOut } from '#inspector/session/SigningOut.tsx';
import { type StartProblem, StartProblemScreen } from '#inspector/session/StartProblem.tsx';
import { Welcome } from '#inspector/session/Welcome.tsx';
import { createClock } from '#inspector/store/clock.ts';
import {
  type Identity,
  type Owner,
  openIdentity,
  readIdentity,
  recordClock,
  recordErasure,
  recordSignIn,
  recordSignOut,
  recordTeams,
  storeNameOf,
  whenOwnerChanges,
} from '#inspector/store/device-identity.ts';
import { eraseEverybody, eraseStore, openStore } from '#inspector/store/open-store.ts';
import { askToKeep } from '#inspector/store/room.ts';
import { tidyUp } from '#inspector/store/tidy-up.ts';
import { finishSignOut } from '#inspector/sync/finish-sign-out.ts';
import { keepInStep } from '#inspector/sync/keep-in-step.ts';
import { connectServer, MustErase, Refused, SignedOut, Unreachable } from '#inspector/sync/server.ts';
import { readMe, signInDevice } from '#inspector/sync/sign-in-device.ts';
import { cssVariables, theme } from '#kit/theme.ts';
import { currentLanguage, startLanguage } from '#kit/words.ts';
import { createInspectorRouter, preloadScreens } from './routes.tsx';

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
const nonce = meta('ronda-nonce')?.nonce ?? '';
const HOME = meta('ronda-home')?.content ?? '';

setNonce(nonce);

const signInAddress = `${HOME}/sign-in?${new URLSearchParams({ returnTo: '/inspect/' })}`;
const root = createRoot(document.getElementById('inspector')!);

const show = (screen: ReactNode) =>
  root.render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {screen}
    </MantineProvider>,
  );

const identity = openIdentity();
let clock = createClock({ offset: 0, onLearned: () => {} });

const [server, browser] = (['device', 'browser'] as const).map((speaksFor) =>
  connectServer({
    ...{ home: HOME, language: currentLanguage, speaksFor },
    onTime: (serverTime) => clock.learn(serverTime),
  }),
) as [ReturnType<typeof connectServer>, ReturnType<typeof connectServer>];

const signOut = { identity, server, browser, eraseStore, eraseEverybody };

/** Every window shows the signed-in person: when that changes, the app starts again. */
const startOverWhenOwnerChanges = (shown: Owner | null) =>
  whenOwnerChanges(identity, shown, () => location.replace(`${HOME}/inspect/`));

/** Who has just signed in in this browser becomes the owner of the device; the same person keeps the same device. */
const findOwner = async (before: Owner | null): Promise<Owner> => {
  const { tenancyName, id, userName, name, surname, teamIds } = await readMe(browser);
  const person = { tenancyName, id, userName, name, surname, teamIds };
  const isSame = before !== null && storeNameOf(before) === storeNameOf(person);
  const deviceId = isSame ? before.deviceId : crypto.randomUUID();
  await signInDevice(browser, { id: deviceId, name: deviceName(navigator.userAgent) });
  const owner = { deviceId, ...person };
  await recordSignIn(identity, owner);
  return owner;
};

const open = async (owner: Owner) => {
  const store = await openStore(storeNameOf(owner), () => clock.now());
  const inStep = keepInStep({
    ...{ store, server, device: owner.deviceId, chance: Math.random },
    person: owner,
    saveTeams: (teamIds) => recordTeams(identity, owner, teamIds),
  });
  inStep.onChange(() => {
    const { connection } = inStep.now();
    if (connection === 'signed out') void lock(owner);
    else if (connection === 'to be erased') void recordErasure(identity);
  });
  const device: Device = { store, owner, inStep, server };
  void tidyUp(store);
  void askToKeep();
  const signOut = async () => {
    inStep.stop();
    await recordSignOut(identity, owner);
  };
  const router = createInspectorRouter(HOME, signOut);
  show(
    <DeviceContext value={device}>
      <RouterProvider router={router} />
    </DeviceContext>,
  );
  startOverWhenOwnerChanges(owner);
  preloadScreens();
};

/** The sign-in is over. What is here stays, and is seen again once the same person has signed in. */
const lock = async (owner: Owner) => {
  try {
    await findOwner(owner);
    location.reload();
  } catch (error) {
    if (error instanceof MustErase) return void recordErasure(identity);
    welcome(error, `${owner.name} ${owner.surname}`);
  }
};

const REACH_AGAIN_MS = 5_000;
const REACH_AGAIN_AT_LATEST_MS = 60_000;

/** Tries again after five seconds, or when the server asked for it (Retry-After), but within a minute: a person is waiting. */
const reachAgain = (error: unknown) => {
  const askedMs = error instanceof Unreachable ? error.retryAfterMs : 0;
  setTimeout(beginWhenReachable, Math.min(Math.max(askedMs, REACH_AGAIN_MS), REACH_AGAIN_AT_LATEST_MS));
};

/** A pending sign-out may wait for the network. Browsers report that they are online before requests succeed. */
const beginWhenReachable = () =>
  void readMe(browser).then(
    () => location.reload(),
    (error) => {
      if (error instanceof Unreachable) reachAgain(error);
      else location.reload();
    },
  );

/** Nobody is signed in, or the server has to be reached first; `error` is the reason. */
const welcome = (error: unknown, expected?: string) => {
  const isRefused = error instanceof Refused && !(error instanceof SignedOut);
  if (!(error instanceof Refused)) reachAgain(error);
  show(
    <Welcome
      {...{ signInAddress, isReachable: error instanceof SignedOut }}
      {...(expected !== undefined && { expected })}
      {...(isRefused && { refusal: error.message })}
    />,
  );
};

/** One window at a time: of two that remove the same folder, the second fails. */
const finishSignOutAlone = () =>
  navigator.locks.request('ronda-sign-out', async () => finishSignOut(signOut, await readIdentity(identity)));

/** Nobody is signed in here. The last sign-out is finished first: its person must not come back. */
const signIn = async (left: Identity): Promise<void> => {
  const isErased = left.unacknowledged === 'erasure';
  if (left.unacknowledged === 'sign-out') show(<SigningOut />);
  try {
    await finishSignOutAlone();
    if (!isErased) return await open(await findOwner(null));
  } catch (error) {
    if (error instanceof MustErase) return signIn(await recordErasure(identity));
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    if (!isErased) welcome(error);
    else if (error instanceof Unreachable) reachAgain(error);
  }
  if (isErased) show(<Welcome signInAddress={signInAddress} isErased isReachable />);
  startOverWhenOwnerChanges(null);
};

const begin = async () => {
  // Not waited for: another window may keep it from taking over.
  void takeOverAtStart();
  // Opened directly, because then the browser's own error shows what is wrong.
  await identity.open();
  const found = await readIdentity(identity);
  clock = createClock({
    offset: found.clockOffset,
    onLearned: (offset) => void recordClock(identity, offset).catch(() => {}),
  });
  if (found.owner) await open(found.owner);
  else await signIn(found);
  // Without it the app works all the same, with a network.
  await navigator.serviceWorker.register(`${HOME}/inspect/service-worker.js`).catch(() => {});
};

/** What browsers say of their databases in a private window, or where nothing may be kept. */
const KEEPS_NOTHING: ReadonlySet<string> = new Set(['MissingAPIError', 'InvalidStateError', 'SecurityError']);

const problemOf = (error: unknown): StartProblem => {
  const failure = error instanceof Error ? error : new Error(String(error));
  return KEEPS_NOTHING.has(failure.name) ? 'keeps nothing' : failure;
};

const start = async () => {
  await startLanguage(readLanguage());
  const tell = (problem: StartProblem) => show(<StartProblemScreen problem={problem} />);
  if (!isSecureContext) return tell('insecure');
  return begin().catch((error) => tell(problemOf(error)));
};

void start();
