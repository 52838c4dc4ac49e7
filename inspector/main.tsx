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
import {
  forgetOwner,
  forgetToSignOut,
  isToSignOut,
  keepOwner,
  keepToSignOut,
  type Owner,
  readOwner,
  storeNameOf,
} from '#inspector/session/owner.ts';
import { readLanguage } from '#inspector/session/preferences.ts';
import { type StartProblem, StartProblemScreen } from '#inspector/session/StartProblem.tsx';
import { Welcome } from '#inspector/session/Welcome.tsx';
import { whenOwnerChanges } from '#inspector/session/when-owner-changes.ts';
import { eraseEverybody, eraseStore, openStore } from '#inspector/store/open-store.ts';
import { askToKeep } from '#inspector/store/room.ts';
import type { Store } from '#inspector/store/store.ts';
import { tidyUp } from '#inspector/store/tidy-up.ts';
import { keepInStep } from '#inspector/sync/keep-in-step.ts';
import { connectServer, Refused, SignedOut, Unreachable } from '#inspector/sync/server.ts';
import { confirmErased, readMe, signInDevice, signOutDevice } from '#inspector/sync/sign-in-device.ts';
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

const [server, browser] = (['device', 'browser'] as const).map((speaksFor) =>
  connectServer({ home: HOME, language: currentLanguage, speaksFor }),
) as [ReturnType<typeof connectServer>, ReturnType<typeof connectServer>];

/** Who has just signed in in this browser becomes the owner of the device; the same person keeps the same device. */
const findOwner = async (before: Owner | undefined): Promise<Owner> => {
  const { tenancyName, id, userName, name, surname, teamIds } = await readMe(browser);
  const person = { tenancyName, id, userName, name, surname, teamIds };
  const isSame = before !== undefined && storeNameOf(before) === storeNameOf({ ...before, ...person });
  const deviceId = isSame ? before.deviceId : crypto.randomUUID();
  await signInDevice(browser, { id: deviceId, name: deviceName(navigator.userAgent) });
  const owner = { deviceId, ...person };
  keepOwner(owner);
  return owner;
};

const open = async (owner: Owner) => {
  const store = await openStore(storeNameOf(owner));
  const inStep = keepInStep({
    ...{ store, server, device: owner.deviceId, chance: Math.random },
    person: owner,
  });
  inStep.onChange(() => {
    const { connection } = inStep.now();
    // Their teams may be others by now.
    if (connection === 'heard') keepOwner(owner);
    if (connection === 'signed out') void lock(owner);
    else if (connection === 'to be erased') void erase(store);
  });
  const device: Device = { store, owner, inStep, server };
  void tidyUp(store);
  void askToKeep();
  const signOut = async () => {
    inStep.stop();
    await signOutDevice(server, browser).catch(keepToSignOut);
    await eraseStore(store);
    forgetOwner();
    location.assign(`${HOME}/inspect/`);
  };
  const router = createInspectorRouter(HOME, signOut);
  show(
    <DeviceContext value={device}>
      <RouterProvider router={router} />
    </DeviceContext>,
  );
  preloadScreens();
};

/** Somebody has said that this device is lost, or out of its person's hands. */
const erase = async (store: Store) => {
  await eraseEverybody(store);
  forgetOwner();
  await confirmErased(server).catch(() => {});
  show(<Welcome signInAddress={signInAddress} isErased isReachable />);
};

/** The sign-in is over. What is here stays, and is seen again once the same person has signed in. */
const lock = async (owner: Owner) => {
  try {
    await findOwner(owner);
    location.reload();
  } catch (error) {
    show(
      <Welcome
        signInAddress={signInAddress}
        expected={`${owner.name} ${owner.surname}`}
        isReachable={error instanceof SignedOut}
      />,
    );
  }
};

/** Throws Unreachable: then it is ended at the next start. */
const endFormerSignIn = async () => {
  try {
    await signOutDevice(server, browser);
  } catch (error) {
    if (error instanceof Unreachable) throw error;
  }
  forgetToSignOut();
};

const begin = async () => {
  // Not waited for: another window may keep it from taking over.
  void takeOverAtStart();
  whenOwnerChanges(() => location.reload());
  const owner = readOwner();
  if (owner) await open(owner);
  else
    try {
      if (isToSignOut()) await endFormerSignIn();
      await open(await findOwner(undefined));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      show(<Welcome signInAddress={signInAddress} isReachable={error instanceof SignedOut} />);
    }
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
