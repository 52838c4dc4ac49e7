import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Device, DeviceContext } from '#inspector/device/device.ts';
import '#inspector/installation/install.ts';
import { activateAtStart } from '#inspector/installation/new-version.ts';
import { textFiles } from '#inspector/messages/text-files.ts';
import { deviceName } from '#inspector/session/device-name.ts';
import { readLanguage } from '#inspector/session/preferences.ts';
import { SigningOut } from '#inspector/session/SigningOut.tsx';
import { type StartProblem, StartProblemScreen } from '#inspector/session/StartProblem.tsx';
import { Welcome } from '#inspector/session/Welcome.tsx';
import { createClock } from '#inspector/store/clock.ts';
import {
  type Identity,
  type Owner,
  onOwnerChange,
  openIdentity,
  readIdentity,
  recordClock,
  recordErasure,
  recordSignIn,
  recordSignOut,
  recordTeams,
  storeNameOf,
} from '#inspector/store/device-identity.ts';
import { eraseAllStores, eraseStore, openStore } from '#inspector/store/open-store.ts';
import { requestPersistence } from '#inspector/store/storage-space.ts';
import { tidyUp } from '#inspector/store/tidy-up.ts';
import { finishSignOut } from '#inspector/sync/finish-sign-out.ts';
import {
  connectServer,
  EraseRequired,
  RequestRejectedError,
  ServerUnreachableError,
  SignedOut,
} from '#inspector/sync/server.ts';
import { readMe, signInDevice } from '#inspector/sync/sign-in-device.ts';
import { startSynchronizer } from '#inspector/sync/synchronizer.ts';
import { currentLanguage, startLanguage } from '#kit/language.ts';
import { showStartProblem } from '#kit/start-problem.ts';
import { cssVariables, theme } from '#kit/theme.ts';
import { createInspectorRouter, preloadScreens } from './routes.tsx';

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
const nonce = meta('ronda-nonce')?.nonce ?? '';
const BASE_PATH = meta('ronda-home')?.content ?? '';

setNonce(nonce);

const signInAddress = `${BASE_PATH}/sign-in?${new URLSearchParams({ returnTo: '/inspect/' })}`;
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
let clock = createClock({ offset: 0, onChange: () => {} });

const [server, browser] = (['device', 'browser'] as const).map((cookie) =>
  connectServer({
    ...{ basePath: BASE_PATH, language: currentLanguage, cookie },
    onTime: (serverTime) => clock.update(serverTime),
  }),
) as [ReturnType<typeof connectServer>, ReturnType<typeof connectServer>];

const signOut = { identity, server, browser, eraseStore, eraseAllStores };

/** Every window shows the signed-in person. When that changes, the app restarts. */
const restartOnOwnerChange = (shown: Owner | null) =>
  onOwnerChange(identity, shown, () => location.replace(`${BASE_PATH}/inspect/`));

/** The user of the browser's session becomes the owner of the device. The same person keeps the same device. */
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
  const synchronizer = startSynchronizer({
    ...{ store, server, device: owner.deviceId, chance: Math.random },
    person: owner,
    saveTeams: (teamIds) => recordTeams(identity, owner, teamIds),
  });
  synchronizer.onChange(() => {
    const { connection } = synchronizer.now();
    if (connection === 'signed out') void lock(owner);
    else if (connection === 'erase required') void recordErasure(identity);
  });
  void tidyUp(store);
  void requestPersistence();
  const signOut = async () => {
    synchronizer.stop();
    await recordSignOut(identity, owner);
  };
  const device: Device = { store, owner, synchronizer, server, signOut };
  const router = createInspectorRouter(BASE_PATH);
  show(
    <DeviceContext value={device}>
      <RouterProvider router={router} />
    </DeviceContext>,
  );
  restartOnOwnerChange(owner);
  preloadScreens();
};

/** The sign-in has ended. The data stays, and is shown again after the same person has signed in. */
const lock = async (owner: Owner) => {
  try {
    await findOwner(owner);
    location.reload();
  } catch (error) {
    if (error instanceof EraseRequired) return void recordErasure(identity);
    showWelcome(error, `${owner.name} ${owner.surname}`);
  }
};

const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/**
 * Tries again after five seconds, or when the server asks for it (Retry-After), but within a minute because a person
 * is waiting.
 */
const retryLater = (error: unknown) => {
  const retryAfterMs = error instanceof ServerUnreachableError ? error.retryAfterMs : 0;
  setTimeout(startWhenReachable, Math.min(Math.max(retryAfterMs, RETRY_MS), MAX_RETRY_MS));
};

/** A pending sign-out may wait for the network. Browsers report that they are online before requests succeed. */
const startWhenReachable = () =>
  void readMe(browser).then(
    () => location.reload(),
    (error) => {
      if (error instanceof ServerUnreachableError) retryLater(error);
      else location.reload();
    },
  );

/** No one is signed in, or the server must be reached first; `error` is the reason. */
const showWelcome = (error: unknown, expected?: string) => {
  const isRejected = error instanceof RequestRejectedError && !(error instanceof SignedOut);
  if (!(error instanceof RequestRejectedError)) retryLater(error);
  show(
    <Welcome
      {...{ signInAddress, isReachable: error instanceof SignedOut }}
      {...(expected !== undefined && { expected })}
      {...(isRejected && { rejection: error.message })}
    />,
  );
};

/** One window at a time: if two remove the same folder, the second fails. */
const finishSignOutAlone = () =>
  navigator.locks.request('ronda-sign-out', async () => finishSignOut(signOut, await readIdentity(identity)));

/** No one is signed in. The last sign-out is finished first, so that its person is not signed in again. */
const signIn = async (left: Identity): Promise<void> => {
  const isErased = left.unacknowledged === 'erasure';
  if (left.unacknowledged === 'sign-out') show(<SigningOut />);
  try {
    await finishSignOutAlone();
    if (!isErased) return await open(await findOwner(null));
  } catch (error) {
    if (error instanceof EraseRequired) return signIn(await recordErasure(identity));
    if (!(error instanceof RequestRejectedError || error instanceof ServerUnreachableError)) throw error;
    if (!isErased) showWelcome(error);
    else if (error instanceof ServerUnreachableError) retryLater(error);
  }
  if (isErased) show(<Welcome signInAddress={signInAddress} isErased isReachable />);
  restartOnOwnerChange(null);
};

const startApp = async () => {
  // Not awaited, because another window may prevent it.
  void activateAtStart();
  // Opened explicitly, so that the browser's own error is shown.
  await identity.open();
  const found = await readIdentity(identity);
  clock = createClock({
    offset: found.clockOffset,
    onChange: (offset) => void recordClock(identity, offset).catch(() => {}),
  });
  if (found.owner) await open(found.owner);
  else await signIn(found);
  // Without it the app still works online.
  await navigator.serviceWorker.register(`${BASE_PATH}/inspect/service-worker.js`).catch(() => {});
};

/** Errors of browsers whose databases cannot be opened, for example in a private window. */
const NO_STORAGE_ERRORS: ReadonlySet<string> = new Set([
  'MissingAPIError',
  'InvalidStateError',
  'SecurityError',
]);

const problemOf = (error: unknown): StartProblem => {
  const failure = error instanceof Error ? error : new Error(String(error));
  return NO_STORAGE_ERRORS.has(failure.name) ? 'no storage' : failure;
};

const start = async () => {
  await startLanguage(readLanguage(), textFiles);
  const showProblem = (problem: StartProblem) => show(<StartProblemScreen problem={problem} />);
  if (!isSecureContext) return showProblem('insecure');
  return startApp().catch((error) => showProblem(problemOf(error)));
};

start().catch((problem) => showStartProblem(problem, document.getElementById('inspector')!));
