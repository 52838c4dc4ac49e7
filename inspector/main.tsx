import '@mantine/core/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Device, DeviceContext } from '#inspector/device/device.ts';
import '#inspector/installation/install.ts';
import { activateWaitingVersion } from '#inspector/installation/new-version.ts';
import { messageFiles } from '#inspector/messages/message-files.ts';
import { describeDevice } from '#inspector/session/describe-device.ts';
import { type StartProblem, StartProblemScreen } from '#inspector/session/StartProblem.tsx';
import { SignOutProgress, Welcome } from '#inspector/session/Welcome.tsx';
import { createClock } from '#inspector/store/clock.ts';
import {
  getStoreName,
  type Identity,
  type Owner,
  openIdentity,
  readIdentity,
  recordErasure,
  recordSignOut,
  recordTeams,
  updateIdentity,
  watchOwner,
} from '#inspector/store/device-identity.ts';
import { eraseAllStores, eraseStore, openStore } from '#inspector/store/open-store.ts';
import { requestPersistence } from '#inspector/store/storage-space.ts';
import { tidyUp } from '#inspector/store/tidy-up.ts';
import { finishSignOut } from '#inspector/sync/finish-sign-out.ts';
import {
  createServerClient,
  EraseRequiredError,
  RequestRejectedError,
  ServerUnreachableError,
  SignedOutError,
} from '#inspector/sync/server-client.ts';
import { readMe, signInDevice } from '#inspector/sync/sign-in-device.ts';
import { startSynchronizer } from '#inspector/sync/synchronizer.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { startLanguage } from '#kit/language.ts';
import { readLanguage } from '#kit/preferences.ts';
import { showStartProblem } from '#kit/start-problem.ts';
import { cssVariables, theme } from '#kit/theme.ts';
import { createInspectorRouter, preloadInspection } from './routes.tsx';

const findMeta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
const nonce = findMeta('ronda-nonce')?.nonce ?? '';
const BASE_PATH = findMeta('ronda-home')?.content ?? '';

setNonce(nonce);

const signInUrl = `${BASE_PATH}/sign-in?${new URLSearchParams({ returnTo: '/inspect/' })}`;
const root = createRoot(document.getElementById('inspector')!);

const showScreen = (screen: ReactNode) =>
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

const createClient = (cookie: 'device' | 'session') =>
  createServerClient({
    ...{ basePath: BASE_PATH, getLanguage: currentLanguage, cookie },
    onServerTime: (serverTime) => clock.update(serverTime),
  });
const deviceClient = createClient('device');
const sessionClient = createClient('session');

const signOutContext = { identity, deviceClient, sessionClient, eraseStore, eraseAllStores };

const restartOnOwnerChange = (owner: Owner | null) =>
  watchOwner(identity, owner, () => location.replace(`${BASE_PATH}/inspect/`));

/** Makes the browser session's user the owner of the device. The device ID changes only with the owner. */
const signInOwner = async (previousOwner: Owner | null): Promise<Owner> => {
  const { tenancyName, id, userName, name, surname, teamIds } = await readMe(sessionClient);
  const person = { tenancyName, id, userName, name, surname, teamIds };
  const isSamePerson = previousOwner !== null && getStoreName(previousOwner) === getStoreName(person);
  const deviceId = isSamePerson ? previousOwner.deviceId : crypto.randomUUID();
  await signInDevice(sessionClient, { id: deviceId, name: describeDevice(navigator.userAgent) });
  const owner = { deviceId, ...person };
  await updateIdentity(identity, () => ({ owner }));
  return owner;
};

const openApp = async (owner: Owner) => {
  const store = await openStore(getStoreName(owner), () => clock.now());
  const synchronizer = startSynchronizer({
    ...{ store, client: deviceClient, deviceId: owner.deviceId, random: Math.random },
    person: owner,
    saveTeams: (teamIds) => recordTeams(identity, owner, teamIds),
  });
  synchronizer.subscribe(() => {
    const { connection } = synchronizer.getState();
    if (connection === 'signedOut') void signInAgain(owner);
    else if (connection === 'eraseRequired') void recordErasure(identity);
  });
  void tidyUp(store);
  void requestPersistence();
  const signOut = async () => {
    synchronizer.stop();
    await recordSignOut(identity, owner);
  };
  const device: Device = { store, owner, synchronizer, client: deviceClient, signOut };
  const router = createInspectorRouter(BASE_PATH);
  showScreen(
    <DeviceContext value={device}>
      <RouterProvider router={router} />
    </DeviceContext>,
  );
  restartOnOwnerChange(owner);
  preloadInspection();
};

/** Signs the device back in with the browser's session. If that fails, hides the data until the owner signs in. */
const signInAgain = async (owner: Owner) => {
  try {
    await signInOwner(owner);
    location.reload();
  } catch (error) {
    if (error instanceof EraseRequiredError) return void recordErasure(identity);
    showWelcome(error, `${owner.name} ${owner.surname}`);
  }
};

const RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** Caps the server's Retry-After at one minute: someone is waiting. */
const retryLater = (error: unknown) => {
  const retryAfterMs = error instanceof ServerUnreachableError ? error.retryAfterMs : 0;
  setTimeout(startWhenReachable, Math.min(Math.max(retryAfterMs, RETRY_MS), MAX_RETRY_MS));
};

/** Reloads once the server responds: browsers report being online before requests can succeed. */
const startWhenReachable = () =>
  void readMe(sessionClient).then(
    () => location.reload(),
    (error) => {
      if (error instanceof ServerUnreachableError) retryLater(error);
      else location.reload();
    },
  );

const showWelcome = (error: unknown, ownerName?: string) => {
  const isRejected = error instanceof RequestRejectedError && !(error instanceof SignedOutError);
  if (!(error instanceof RequestRejectedError)) retryLater(error);
  showScreen(
    <Welcome
      {...{ signInUrl, isReachable: error instanceof SignedOutError }}
      {...(ownerName !== undefined && { ownerName })}
      {...(isRejected && { rejection: error.message })}
    />,
  );
};

/** Finishes the sign-out in one window at a time: a folder can only be removed once. */
const finishSignOutExclusively = () =>
  navigator.locks.request('ronda-sign-out', async () =>
    finishSignOut(signOutContext, await readIdentity(identity)),
  );

/** Finishes a pending sign-out first, so that the person who signed out is not signed back in. */
const signIn = async ({ unacknowledged: pendingReport }: Identity): Promise<void> => {
  const isErased = pendingReport === 'erasure';
  if (pendingReport === 'sign-out') showScreen(<SignOutProgress />);
  try {
    await finishSignOutExclusively();
    if (!isErased) return await openApp(await signInOwner(null));
  } catch (error) {
    if (error instanceof EraseRequiredError) return signIn(await recordErasure(identity));
    if (!(error instanceof RequestRejectedError || error instanceof ServerUnreachableError)) throw error;
    if (!isErased) showWelcome(error);
    else if (error instanceof ServerUnreachableError) retryLater(error);
  }
  if (isErased) showScreen(<Welcome signInUrl={signInUrl} isErased isReachable />);
  restartOnOwnerChange(null);
};

const startApp = async () => {
  // Not awaited: another open window may block the activation.
  void activateWaitingVersion();
  // Throws the browser's error if storage is blocked.
  await identity.open();
  const storedIdentity = await readIdentity(identity);
  clock = createClock({
    offset: storedIdentity.clockOffset,
    onChange: (offset) => void updateIdentity(identity, () => ({ clockOffset: offset })).catch(() => {}),
  });
  if (storedIdentity.owner) await openApp(storedIdentity.owner);
  else await signIn(storedIdentity);
  // Errors are ignored: the app works online without a service worker.
  await navigator.serviceWorker.register(`${BASE_PATH}/inspect/service-worker.js`).catch(() => {});
};

/** Names of errors thrown by browsers that block databases, for example in private windows. */
const NO_STORAGE_ERRORS: readonly string[] = ['MissingAPIError', 'InvalidStateError', 'SecurityError'];

const classifyStartError = (error: unknown): StartProblem => {
  const failure = error instanceof Error ? error : new Error(String(error));
  return NO_STORAGE_ERRORS.includes(failure.name) ? 'noStorage' : failure;
};

const start = async () => {
  await startLanguage(readLanguage(), messageFiles);
  const showProblem = (problem: StartProblem) => showScreen(<StartProblemScreen problem={problem} />);
  if (!isSecureContext) return showProblem('insecure');
  return startApp().catch((error) => showProblem(classifyStartError(error)));
};

start().catch((problem) => showStartProblem(problem, document.getElementById('inspector')!));
