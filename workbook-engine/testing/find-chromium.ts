import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Chromium without a window system or cameras. Cuts test time by 15%. */
export const SHELL_PATH = '/usr/bin/chromium-headless-shell';
/** Arguments that let the browser run as root in a container, and prevent background network requests. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  // Maps need WebGL, which is emulated if there is no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns options for launching Chromium outside tests; undefined if it is not installed. */
export const findChromiumLaunchOptions = (): { executablePath: string; args: string[] } | undefined => {
  const executablePath = findInstalled(PATHS);
  return executablePath === undefined ? undefined : { executablePath, args: [...ARGUMENTS] };
};

export const findInstalled = (paths: string[]) => [...paths, chromium.executablePath()].find(existsSync);
